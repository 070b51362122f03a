import Models
import TestSupport
import Testing

@testable import Graphics

@Suite struct SurfaceImageTests {
  private func surface(columns: Int = 6, rows: Int = 4) -> Surface {
    var surface = Surface(size: CellSize(columns: columns, rows: rows))
    surface.frameForm = .pixels(cell: PixelSize(width: 2, height: 4))
    return surface
  }

  private func frame(_ width: Int, _ height: Int, _ color: UInt32 = 0xFF) -> PixelBuffer {
    PixelBuffer(
      size: PixelSize(width: width, height: height),
      pixels: Array(repeating: color, count: width * height))
  }

  @Test func imageIsSurroundedByBlack() {
    var surface = surface()
    surface.fill(surface.bounds, with: Cell(glyph: .full, foreground: .white, background: .white))
    surface.drawFrame(frame(8, 8), in: surface.bounds)
    #expect(surface.images.count == 1)
    for row in 0..<4 {
      for column in 0..<6 {
        let isImage = (1..<5).contains(column) && (1..<3).contains(row)
        #expect(surface[column, row] == (isImage ? .imagePart : .blank))
        #expect((surface.imageIndex(column: column, row: row) == 0) == isImage)
      }
    }
  }

  @Test func imagesMoveWithTheirRows() {
    var (above, below) = (surface(), surface())
    above.drawFrame(frame(12, 16), in: above.bounds)
    below.drawFrame(frame(12, 16, 0xFF00), in: below.bounds)
    below.drawText(
      "text", column: 1, row: 0, maxColumns: 4, foreground: .white, background: .black)
    var screen = above
    for offset in [3, 1, 2, 0] {
      screen.copyRows((4 - offset)..<4, of: above, to: 0)
      screen.copyRows(0..<(4 - offset), of: below, to: offset)
      #expect(screen.images.count == (offset == 0 ? 1 : 2))
      for row in 0..<4 {
        for column in 0..<6 {
          let index = screen.imageIndex(column: column, row: row)
          let isText = row == offset && (1..<5).contains(column)
          #expect((index == nil) == isText)
          guard let index else { continue }
          let source = row < offset ? above : below
          #expect(screen.images[index].frame === source.images[0].frame)
          #expect(screen.images[index].canvas.row == (row < offset ? offset - 4 : offset))
        }
      }
    }
    screen.copyRows(0..<4, of: Surface(size: screen.size), to: 0)
    #expect(screen.images.isEmpty)
  }

  @Test func hiddenFramesAreReleased() {
    var surface = surface()
    weak var first: PixelBuffer?
    do {
      let buffer = frame(12, 16)
      first = buffer
      surface.drawFrame(buffer, in: surface.bounds)
    }
    #expect(first != nil)
    let second = frame(12, 16, 0xFF00)
    surface.drawFrame(second, in: surface.bounds)
    #expect(first == nil)
    #expect(surface.images.count == 1)
    // Two halves of two pages that pass each other.
    surface.drawFrame(second, in: CellRect(column: 0, row: -2, columns: 6, rows: 4))
    surface.drawFrame(frame(12, 16), in: CellRect(column: 0, row: 2, columns: 6, rows: 4))
    #expect(surface.images.map(\.visible.row) == [0, 2])
    #expect(surface.images.map(\.canvas.row) == [-2, 2])
    surface.clear()
    #expect(surface.images.isEmpty)
  }

  @Test func textBackgroundIsTheMeanOfTheFrame() {
    var surface = surface()
    let pixels = (0..<(12 * 16)).map { $0 / 12 % 4 < 2 ? UInt32(0x40) : 0x80_0000 }
    surface.drawFrame(
      PixelBuffer(size: PixelSize(width: 12, height: 16), pixels: pixels), in: surface.bounds)
    surface.darken(CellRect(column: 0, row: 0, columns: 2, rows: 1), to: 0.5)
    #expect(
      surface[0, 0]
        == Cell(
          glyph: .upperHalf, foreground: Color(rawValue: 0x20),
          background: Color(rawValue: 0x40_0000)))
    surface.drawText(
      "x", column: 3, row: 1, maxColumns: 1, foreground: .white, background: nil)
    #expect(surface[3, 1].background == Color(rawValue: 0x40_0020))
    #expect(surface[4, 1].glyph == .image)
  }

  @Test func visibleRegionsDoNotOverlap() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      var surface = surface(columns: 20, rows: 12)
      func rect() -> CellRect {
        CellRect(
          column: .random(in: -5...18, using: &generator),
          row: .random(in: -5...10, using: &generator),
          columns: .random(in: 1...20, using: &generator),
          rows: .random(in: 1...12, using: &generator))
      }
      for _ in 0..<4 {
        let size = PixelSize(
          width: .random(in: 1...40, using: &generator),
          height: .random(in: 1...48, using: &generator))
        surface.drawFrame(PixelBuffer(size: size), in: rect())
        if Bool.random(using: &generator) { surface.fill(rect(), with: .blank) }
      }
      let cover = rect()
      var owners: [[Int]] = []
      for index in surface.images.indices {
        var parts: [CellRect] = []
        surface.appendSeenParts(ofImage: index, under: [cover], to: &parts)
        for part in parts {
          for row in part.row..<(part.row + part.rows) {
            for column in part.column..<(part.column + part.columns) {
              #expect(surface.imageIndex(column: column, row: row) == index)
              owners.append([column, row])
            }
          }
        }
      }
      #expect(Set(owners).count == owners.count)
      let seen = (0..<(20 * 12)).filter { place in
        let cell = CellRect(column: place % 20, row: place / 20, columns: 1, rows: 1)
        return surface.imageIndex(column: cell.column, row: cell.row) != nil
          && cell.intersection(cover).isEmpty
      }
      #expect(seen.count == owners.count)
      for place in 0..<(20 * 12) where surface[place % 20, place / 20].glyph == .image {
        #expect(surface.imageIndex(column: place % 20, row: place / 20) != nil)
      }
    }
  }
}
