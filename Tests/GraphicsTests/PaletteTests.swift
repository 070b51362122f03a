import Models
import TestSupport
import Testing

@testable import Graphics

@Suite("Palettes")
struct PaletteTests {
  @Test("Every entry of the fixed palette maps to its own colour")
  func identity() {
    for index in 16..<256 {
      let nearest = Palette.nearestFixed(to: Palette.colors[index])
      #expect(Palette.colors[Int(nearest)] == Palette.colors[index])
    }
  }

  @Test("No entry is closer than the reported nearest")
  func nearest() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<1000 {
      let color = UInt32(truncatingIfNeeded: generator.next()) & 0xFF_FFFF
      let found = squaredDistance(Palette.colors[Int(Palette.nearestFixed(to: color))], color)
      let best = Palette.colors[16...].map { squaredDistance($0, color) }.min()
      #expect(found == best, "\(color)")
    }
  }

  @Test("Well-known colours have their well-known numbers")
  func known() {
    #expect(Palette.nearest(to: Color(red: 255, green: 0, blue: 0), depth: .palette256) == 196)
    #expect(Palette.nearest(to: Color(red: 128, green: 128, blue: 128), depth: .palette256) == 244)
    #expect(Palette.nearest(to: .black, depth: .palette256) == 16)
    #expect(Palette.nearest(to: .white, depth: .palette256) == 231)
    #expect(Palette.nearest(to: .white, depth: .palette16) == 15)
    #expect(Palette.nearest(to: Color(red: 200, green: 10, blue: 0), depth: .palette8) == 1)
    #expect(Palette.nearest(to: .white, depth: .mono) == 7)
  }

  @Test("A dithered grey has its share of lit pixels, the same in every frame")
  func shares() {
    for grey in stride(from: 0, through: 255, by: 15) {
      let surface = flat(Color(red: UInt8(grey), green: UInt8(grey), blue: UInt8(grey)))
      var cells: [PaletteCell] = []
      surface.mapToPalette(.mono, into: &cells)
      let lit = cells.reduce(0) { sum, cell in
        switch cell.glyph {
        case .space: cell.background == 7 ? sum + 2 : sum
        case .upperHalf, .lowerHalf: sum + 1
        default: sum
        }
      }
      // 8 x 16 half cells, 16 thresholds.
      #expect(lit == (grey + 8) / 16 * 8)
      var again: [PaletteCell] = []
      surface.mapToPalette(.mono, into: &again)
      #expect(again == cells)
    }
  }

  @Test("The primaries need no dithering")
  func primaries() {
    for index in 0..<8 {
      let color = Color(
        red: index & 1 == 0 ? 0 : 255, green: index & 2 == 0 ? 0 : 255,
        blue: index & 4 == 0 ? 0 : 255)
      var cells: [PaletteCell] = []
      flat(color).mapToPalette(.palette8, into: &cells)
      #expect(cells.allSatisfy { $0.glyph == .space && $0.background == UInt8(index) })
    }
  }

  @Test(
    "Text is always distinguishable from its background", arguments: [ColorDepth.palette8, .mono])
  func legibility(depth: ColorDepth) {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<500 {
      var surface = Surface(size: CellSize(columns: 1, rows: 1))
      surface[0, 0] = Cell(
        glyph: Glyph("x"), foreground: Color(rawValue: UInt32(generator.int(0..<0x100_0000))),
        background: Color(rawValue: UInt32(generator.int(0..<0x100_0000))))
      var cells: [PaletteCell] = []
      surface.mapToPalette(depth, into: &cells)
      #expect(cells[0].glyph == Glyph("x"))
      #expect(cells[0].foreground != cells[0].background)
    }
  }

  @Test("In 256 colours, no colour is mixed with a few dots of another one")
  func sparseDots() {
    let table = PaletteTable(Palette.colors, .fixed256)
    defer { withExtendedLifetime(table) {} }
    let matcher = table.matcher
    for key in 0..<Palette.keyCount {
      let color = Palette.middle(ofKey: key)
      let match = matcher.match(for: color)
      guard match.first != match.second else { continue }
      let part = matcher.part(
        of: color, matcher.color(of: UInt32(match.first)), matcher.color(of: UInt32(match.second)))
      guard (4...28).contains(part) else {
        Issue.record("\(String(color, radix: 16)): \(part) of 32")
        return
      }
    }
  }

  @Test("Without block glyphs, a frame consists of spaces, or characters of its brightness")
  func characters() {
    var cells: [PaletteCell] = []
    flat(.white).mapToPalette(.palette8, glyphs: .space, into: &cells)
    #expect(cells.allSatisfy { $0.glyph == .space && $0.background == 7 })
    flat(.white).mapToPalette(.mono, glyphs: .space, into: &cells)
    #expect(cells.allSatisfy { $0.glyph == Glyph("@") })
    flat(.black).mapToPalette(.mono, glyphs: .space, into: &cells)
    #expect(cells.count == 64)
    #expect(cells.allSatisfy { $0.glyph == .space })
  }

  private func flat(_ color: Color) -> Surface {
    var surface = Surface(size: CellSize(columns: 8, rows: 8))
    surface.fill(
      surface.bounds, with: Cell(glyph: .full, foreground: color, background: .black))
    return surface
  }
}
