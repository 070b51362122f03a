import Models
import TestSupport
import Testing

@testable import Graphics

/// Frames as cells of each glyph set.
@Suite("Blitter")
struct BlitterTests {
  @Test("Each set degrades to a coarser one, down to ASCII")
  func degrading() {
    var set = GlyphSet.octant
    var sets = [set]
    while let coarser = set.coarser {
      #expect(coarser.raster.width <= set.raster.width)
      #expect(coarser.raster.height <= set.raster.height)
      set = coarser
      sets.append(set)
    }
    #expect(sets == [.octant, .sextant, .quadrant, .half, .space, .ascii])
    #expect(sets.filter { $0.hasBlocks } == [.octant, .sextant, .quadrant, .half])
  }

  @Test("Quadrants")
  func quadrants() {
    let surface = drawn(
      .quadrant,
      """
      #.#...##
      ..##..##
      """)
    #expect(text(surface) == ["▘▙ █"])
    // One colour needs no block.
    #expect(surface[3, 0] == Cell(glyph: .space, foreground: .black, background: .white))
  }

  @Test("Sextants")
  func sextants() {
    let surface = drawn(
      .sextant,
      """
      #.....##
      ..#...##
      ..##..#.
      """)
    #expect(text(surface) == ["\u{1FB00}\u{1FB31} \u{1FB1D}"])
  }

  @Test("Octants")
  func octants() {
    let surface = drawn(
      .octant,
      """
      #.....##
      ..#...##
      ..##..##
      ......#.
      """)
    #expect(text(surface) == ["\u{1CEA8}\u{1CD2B} \u{1CD70}"])
  }

  @Test("Spaces and shades")
  func onePixel() {
    let spaces = drawn(.space, "#.")
    #expect(spaces[0, 0] == Cell(glyph: .space, foreground: .black, background: .white))
    #expect(spaces[1, 0] == .blank)
    let shades = drawn(.ascii, "#.")
    #expect(shades[0, 0] == Cell(glyph: .shade, foreground: .white, background: .black))
    #expect(shades[0, 0].mean == .white)
  }

  @Test("A frame that ends within a cell is padded with black")
  func edges() {
    let surface = drawn(
      .sextant, size: CellSize(columns: 3, rows: 2),
      """
      ###
      ###
      ###
      ###
      """)
    // 3 x 4 pixels in the middle of 6 x 6: from column 1, row 1.
    #expect(text(surface) == ["\u{1FB26}\u{1FB39} ", "\u{1FB09}\u{1FB0E} "])
    let whole = drawn(
      .sextant, size: CellSize(columns: 4, rows: 2),
      """
      ####
      ####
      ####
      """)
    // A frame of whole cells begins with one, not at row 1.5.
    #expect(text(whole) == [" \u{2588}\u{2588} ", "    "])
  }

  @Test("Every raster scales a frame by nearest neighbour")
  func sampling() {
    for set in GlyphSet.allCases {
      let pixels = SyntheticFrame.footage(PixelSize(width: 97, height: 61), frame: 1)
      var surface = Surface(size: CellSize(columns: 9, rows: 4))
      surface.frameForm = .glyphs(set)
      surface.drawFrame(pixels, in: surface.bounds)
      #expect(surface[4, 2].mean != .black, "\(set)")
      surface.drawFrame(pixels, in: CellRect(column: -3, row: -2, columns: 5, rows: 4))
      #expect(surface[0, 0].mean != .black, "\(set)")
    }
  }

  @Test(
    "A row of any length is drawn as cell by cell",
    arguments: [GlyphSet.quadrant, .sextant, .octant], 1..<10)
  func rows(set: GlyphSet, columns: Int) {
    let size = PixelSize(width: columns * 2, height: set.raster.height)
    let frame = SyntheticFrame.footage(size, frame: 4)
    var surface = Surface(size: CellSize(columns: columns, rows: 1))
    surface.frameForm = .glyphs(set)
    surface.drawFrame(frame, in: surface.bounds)
    for column in 0..<columns {
      var one = Surface(size: CellSize(columns: 1, rows: 1))
      one.frameForm = .glyphs(set)
      one.drawFrame(
        frame.withPixels { pixels in
          PixelBuffer(
            size: set.raster,
            pixels: (0..<(2 * set.raster.height)).map {
              pixels[$0 / 2 * size.width + column * 2 + $0 % 2]
            })
        }, in: one.bounds)
      #expect(surface[column, 0] == one[0, 0])
    }
  }

  @Test("A cell keeps its parts while no others are clearly better")
  func steadiness() {
    let size = PixelSize(width: 80, height: 60)
    var surface = Surface(size: CellSize(columns: 40, rows: 20))
    surface.frameForm = .glyphs(.sextant)
    var fresh = surface
    var (changes, freshChanges) = (0, 0)
    for number in 0..<6 {
      let old = (surface, fresh)
      let frame = SyntheticFrame.footage(size, frame: number)
      surface.drawFrame(frame, in: surface.bounds)
      fresh.clear()
      fresh.drawFrame(frame, in: fresh.bounds)
      guard number > 0 else { continue }
      for row in 0..<20 {
        for column in 0..<40 {
          if surface[column, row].glyph != old.0[column, row].glyph { changes += 1 }
          if fresh[column, row].glyph != old.1[column, row].glyph { freshChanges += 1 }
        }
      }
      // Drawn again, it is the same.
      let drawn = surface
      surface.drawFrame(frame, in: surface.bounds)
      #expect((0..<800).allSatisfy { surface[$0 % 40, $0 / 40] == drawn[$0 % 40, $0 / 40] })
    }
    #expect(changes * 2 < freshChanges)
  }

  @Test("Text over a mosaic has its mean as background, and darkening keeps its parts")
  func composing() {
    var surface = drawn(.quadrant, "#.\n..")
    surface.darken(surface.bounds, to: 0.5)
    #expect(surface[0, 0].glyph == Glyph("▘"))
    #expect(surface[0, 0].foreground == Color(red: 127, green: 127, blue: 127))
    surface.drawText("x", column: 0, row: 0, maxColumns: 1, foreground: .white, background: nil)
    #expect(surface[0, 0].background == Color(red: 31, green: 31, blue: 31))
  }

  /// Draws a frame of black dots and white hashes.
  private func drawn(
    _ set: GlyphSet, size: CellSize? = nil, _ frame: String
  ) -> Surface {
    let lines = frame.split(separator: "\n")
    let pixels = PixelSize(width: lines.first?.count ?? 0, height: lines.count)
    let cells = CellSize(
      columns: pixels.width / set.raster.width, rows: pixels.height / set.raster.height)
    var surface = Surface(size: size ?? cells)
    surface.frameForm = .glyphs(set)
    surface.drawFrame(
      PixelBuffer(size: pixels, pixels: lines.joined().map { $0 == "#" ? 0xFF_FFFF : 0 }),
      in: surface.bounds)
    return surface
  }

  /// The glyphs as they look in white on black.
  private func text(_ surface: Surface) -> [String] {
    (0..<surface.size.rows).map { row in
      String(
        String.UnicodeScalarView(
          (0..<surface.size.columns).compactMap { column in
            let parts = surface[column, row].mosaic?.parts ?? []
            let bits = parts.enumerated().reduce(0) { $0 | ($1.element == 0 ? 0 : 1 << $1.offset) }
            return Unicode.Scalar(MosaicMask(rawValue: UInt32(bits)).scalar)
          }))
    }
  }
}
