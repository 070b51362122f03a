import Models
import TestSupport
import Testing

@testable import Graphics

/// Surfaces in eight colours and in two.
@Suite("Few colours")
struct PaletteMappingTests {
  @Test("Each set uses its own glyphs, and is stable from frame to frame")
  func repertoire() {
    let characters = Set((0..<BrightnessRamp.count).map { BrightnessRamp.character($0) })
    for depth in [ColorDepth.palette8, .mono] {
      for set in GlyphSet.allCases {
        var surface = Surface(size: CellSize(columns: 20, rows: 8))
        surface.frameForm = .glyphs(set)
        surface.drawFrame(
          SyntheticFrame.footage(
            PixelSize(width: 20 * set.raster.width, height: 8 * set.raster.height), frame: 3),
          in: surface.bounds)
        var cells: [PaletteCell] = []
        surface.mapToPalette(depth, glyphs: set, into: &cells)
        let glyphs = Set(cells.map(\.glyph.rawValue))
        #expect(glyphs.count > 1 || set == .space)
        switch (set, depth) {
        case (.ascii, _), (.space, .mono): #expect(characters.isSuperset(of: glyphs))
        case (.space, _): #expect(glyphs == [0x20])
        case (.half, _): #expect(glyphs.isSubset(of: [0x20, 0x2580, 0x2584, 0x2588]))
        case (.quadrant, _):
          #expect(glyphs.allSatisfy { MosaicMask(scalar: $0)?.isQuadrants == true })
        case (.sextant, _), (.octant, _):
          #expect(glyphs.allSatisfy { MosaicMask(scalar: $0) != nil })
        }
        var again: [PaletteCell] = []
        surface.mapToPalette(depth, glyphs: set, into: &again)
        #expect(again == cells)
      }
    }
  }

  @Test("In two colours, each pixel of the set is on or off")
  func mono() {
    for set in [GlyphSet.half, .quadrant, .sextant, .octant] {
      // A quarter of white, within each square of the dither.
      let cells = flat(Color(red: 64, green: 64, blue: 64), in: .mono, set)
      let lit = cells.reduce(0) { $0 + (MosaicMask(glyph: $1.glyph)?.count ?? 0) }
      #expect(lit == 16 * 16 * 24 / 4, "\(set)")
    }
  }

  @Test("In eight colours, each pixel is dithered and a cell has its two most frequent ones")
  func eightColors() {
    for set in [GlyphSet.half, .quadrant, .sextant, .octant] {
      // Half of the pixels are red.
      let cells = flat(Color(red: 128, green: 0, blue: 0), in: .palette8, set)
      let red = cells.reduce(0) { count, cell in
        let mask = MosaicMask(glyph: cell.glyph) ?? .empty
        return count + (cell.foreground == 1 ? mask.count : 0)
          + (cell.background == 1 ? mask.inverse.count : 0)
      }
      #expect(red == 16 * 16 * 24 / 2, "\(set)")
    }
  }

  @Test("Cells of a finer set are converted to a coarser one")
  func degrading() {
    var surface = Surface(size: CellSize(columns: 1, rows: 1))
    surface[0, 0] = Cell(
      glyph: MosaicMask(quadrants: 5).glyph, foreground: .white, background: .black)
    var cells: [PaletteCell] = []
    surface.mapToPalette(.palette8, glyphs: .quadrant, into: &cells)
    #expect(cells == [PaletteCell(glyph: Glyph("▌"), foreground: 7, background: 0)])
    surface.mapToPalette(.mono, glyphs: .sextant, into: &cells)
    #expect(cells == [PaletteCell(glyph: Glyph("▌"), foreground: 7, background: 0)])
    surface.mapToPalette(.mono, glyphs: .ascii, into: &cells)
    #expect(cells == [PaletteCell(glyph: Glyph(":"), foreground: 7, background: 0)])
    surface[0, 0] = Cell(
      glyph: .shade, foreground: Color(red: 200, green: 180, blue: 20), background: .black)
    surface.mapToPalette(.palette8, glyphs: .ascii, into: &cells)
    #expect(cells == [PaletteCell(glyph: Glyph("%"), foreground: 3, background: 0)])
    surface[0, 0].foreground = .black
    surface.mapToPalette(.palette8, glyphs: .ascii, into: &cells)
    #expect(cells == [PaletteCell(glyph: .space, foreground: 7, background: 0)])
  }

  /// 16 x 16 cells of one colour.
  private func flat(_ color: Color, in depth: ColorDepth, _ set: GlyphSet) -> [PaletteCell] {
    var surface = Surface(size: CellSize(columns: 16, rows: 16))
    surface.fill(
      surface.bounds, with: Cell(glyph: .space, foreground: .black, background: color))
    var cells: [PaletteCell] = []
    surface.mapToPalette(depth, glyphs: set, into: &cells)
    return cells
  }
}
