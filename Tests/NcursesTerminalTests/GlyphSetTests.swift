import Models
import TerminalCore
import TestSupport
import Testing

@testable import Graphics
@testable import NcursesTerminal

// Part of the suite that holds all use of ncurses.
extension NcursesTerminalTests {
  @Test(arguments: [GlyphSet.half, .quadrant, .sextant, .octant])
  func glyphsArriveAsDrawn(set: GlyphSet) async throws {
    let session = try Session(options: TerminalOptions(glyphs: set))
    #expect(session.terminal.capabilities.frameForm == .glyphs(set))
    for seed in 0..<3 {
      let surface = Self.frame(set, session.terminal.size, seed: seed)
      let titleBar = seed == 1 ? [window(0, 19, 60, 1, "Caption")] : []
      await session.show(surface, titleBar)
      for row in 0..<19 {
        for column in 0..<60 {
          let shown = Self.parts(session.model.cell(column: column, row: row))
          #expect(shown == Self.parts(surface[column, row]), "\(column),\(row)")
        }
      }
      if seed == 1 { #expect(session.model.text(row: 19) == "Caption") }
    }
  }

  @Test func withoutUTF8SpacesAreDrawnInAllColors() async throws {
    let session = try Session(environment: ["LANG": "C"])
    #expect(session.terminal.capabilities.colorDepth == .trueColor)
    #expect(session.terminal.capabilities.frameForm == .glyphs(.space))
    let surface = Self.frame(.space, session.terminal.size, seed: 1)
    await session.show(surface, [window(0, 19, 60, 1, "Caption")])
    for row in 0..<19 {
      for column in 0..<60 {
        let shown = Self.parts(session.model.cell(column: column, row: row))
        #expect(shown == Self.parts(surface[column, row]), "\(column),\(row)")
      }
    }
    #expect(session.takeOutput().allSatisfy { $0 < 0x80 })
    #expect(session.model.text(row: 19) == "Caption")
  }

  @Test func charactersAreColored() async throws {
    let session = try Session(options: TerminalOptions(glyphs: .ascii))
    let surface = Self.frame(.ascii, session.terminal.size, seed: 2)
    await session.show(surface)
    let text = session.model.rows.joined()
    #expect(Set(text).isSubset(of: Set(" .-:*+=%#@")))
    #expect(Set(text).count > 5)
    let cells = (0..<60).map { session.model.cell(column: $0, row: 5) }
    #expect(cells.allSatisfy { $0.background == .rgb(0, 0, 0) })
    #expect(Set(cells.map(\.foreground)).count > 30)
  }

  @Test(arguments: [
    (GlyphSet.sextant, ColorDepth.mono), (.quadrant, .mono), (.sextant, .palette8),
    (.ascii, .palette8), (.space, .palette8), (.ascii, .mono),
  ])
  func fewColorsFollowTheSet(set: GlyphSet, depth: ColorDepth) async throws {
    let session = try Session(color: depth, options: TerminalOptions(glyphs: set))
    #expect(session.terminal.capabilities.frameForm == .glyphs(set))
    let surface = Self.frame(set, session.terminal.size, seed: 3)
    await session.show(surface)
    var wanted: [PaletteCell] = []
    surface.mapToPalette(depth, glyphs: set, into: &wanted)
    for (index, cell) in wanted.enumerated() {
      let shown = session.model.cell(column: index % 60, row: index / 60)
      if set == .ascii {
        #expect(shown.text.unicodeScalars.first?.value == cell.glyph.rawValue, "\(index)")
      } else {
        #expect(Self.entries(shown) == Self.entries(cell), "\(index)")
      }
    }
    _ = session.takeOutput()
    await session.show(surface)
    #expect(session.takeOutput() == [])
  }

  private static func frame(_ set: GlyphSet, _ size: CellSize, seed: Int) -> Surface {
    var surface = Surface(size: size)
    surface.frameForm = .glyphs(set)
    let pixels = PixelSize(
      width: size.columns * set.raster.width, height: size.rows * set.raster.height)
    surface.drawFrame(
      PixelBuffer(
        size: pixels,
        pixels: (0..<(pixels.width * pixels.height)).map { index in
          UInt32(truncatingIfNeeded: (index + seed * 7919) &* 2_654_435_761) >> 8
        }), in: surface.bounds)
    return surface
  }

  /// The colours of 24 parts of a cell as 0xRRGGBB; empty for text.
  private static func parts(_ cell: TerminalModel.Cell) -> [UInt32?] {
    guard let scalar = cell.text.unicodeScalars.first,
      let mask = MosaicMask(glyph: Glyph(scalar))
    else { return [] }
    return (UInt32(0)..<24).map {
      mask.rawValue >> $0 & 1 != 0 ? cell.foreground.rgb : cell.background.rgb
    }
  }

  /// The palette's entries of 24 parts of a cell, whether or not it is in reverse.
  static func entries(_ cell: TerminalModel.Cell) -> [UInt8] {
    guard let scalar = cell.text.unicodeScalars.first,
      let mask = MosaicMask(glyph: Glyph(scalar)),
      case .palette(let front) = cell.isReverse ? cell.background : cell.foreground,
      case .palette(let back) = cell.isReverse ? cell.foreground : cell.background
    else { return [] }
    return (UInt32(0)..<24).map { mask.rawValue >> $0 & 1 != 0 ? front : back }
  }

  static func entries(_ cell: PaletteCell) -> [UInt8] {
    guard let mask = MosaicMask(glyph: cell.glyph) else { return [] }
    return (UInt32(0)..<24).map {
      mask.rawValue >> $0 & 1 != 0 ? cell.foreground : cell.background
    }
  }

  private static func parts(_ cell: Cell) -> [UInt32?] {
    guard let mosaic = cell.mosaic else { return [] }
    return (UInt32(0)..<24).map {
      let color = mosaic.mask.rawValue >> $0 & 1 != 0 ? mosaic.first : mosaic.second
      return UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
    }
  }
}
