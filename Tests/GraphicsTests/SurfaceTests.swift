import Graphics
import Models
import Testing

@Suite("Surface")
struct SurfaceTests {
  @Test("Outside the surface, cells read as black spaces and ignore writes")
  func outside() {
    var surface = Surface(size: CellSize(columns: 2, rows: 2))
    for (column, row) in [(-1, 0), (0, -1), (2, 0), (0, 2)] {
      surface[column, row] = Cell(glyph: .full, foreground: .white, background: .white)
      #expect(surface[column, row] == .blank)
    }
    #expect(screen(surface) == ["..", ".."])
  }

  @Test("Resizing clears the surface")
  func resizing() {
    var surface = filled(columns: 2, rows: 2)
    surface.resize(to: CellSize(columns: 3, rows: 1))
    #expect(screen(surface) == ["..."])
    surface = filled(columns: 2, rows: 2)
    surface.resize(to: CellSize(columns: 2, rows: 2))
    #expect(screen(surface) == ["..", ".."])
    surface.resize(to: CellSize(columns: -1, rows: 4))
    #expect(surface.size == CellSize(columns: 0, rows: 4))
  }

  @Test("Filling stays within the surface")
  func filling() {
    var surface = Surface(size: CellSize(columns: 4, rows: 3))
    surface.fill(
      CellRect(column: -1, row: 1, columns: 3, rows: 9),
      with: Cell(glyph: Glyph("x"), foreground: .white, background: .black))
    #expect(screen(surface) == ["....", "xx..", "xx.."])
  }

  @Test("Two pixels make a cell, the upper one as its foreground")
  func halfBlocks() {
    var surface = Surface(size: CellSize(columns: 2, rows: 1))
    let frame = PixelBuffer(
      size: PixelSize(width: 2, height: 2), pixels: [0x11_1111, 0x22_2222, 0x33_3333, 0x44_4444])
    surface.drawFrame(frame, in: surface.bounds)
    #expect(
      surface[0, 0]
        == Cell(
          glyph: .upperHalf, foreground: Color(rawValue: 0x11_1111),
          background: Color(rawValue: 0x33_3333)))
    #expect(surface[1, 0].background == Color(rawValue: 0x44_4444))
  }

  @Test("A small frame is centred on black, also at odd offsets")
  func centring() {
    var surface = filled(columns: 7, rows: 5)
    surface.drawFrame(frame(width: 3, height: 3), in: surface.bounds)
    #expect(
      pixels(surface) == [
        ".......",
        ".......",
        ".......",
        "..abc..",
        "..def..",
        "..ghi..",
        ".......",
        ".......",
        ".......",
        ".......",
      ])
  }

  @Test("Nothing changes outside the rectangle")
  func neighbours() {
    var surface = filled(columns: 5, rows: 3)
    surface.drawFrame(
      frame(width: 1, height: 2), in: CellRect(column: 1, row: 1, columns: 3, rows: 1))
    #expect(screen(surface) == ["#####", "#.%.#", "#####"])
  }

  @Test("A frame partly outside is clipped")
  func cutting() {
    var surface = Surface(size: CellSize(columns: 2, rows: 1))
    surface.drawFrame(
      frame(width: 3, height: 4), in: CellRect(column: -1, row: -1, columns: 3, rows: 2))
    #expect(pixels(surface) == ["hi", "kl"])
    surface.drawFrame(
      frame(width: 3, height: 4), in: CellRect(column: 5, row: 5, columns: 3, rows: 2))
    #expect(pixels(surface) == ["hi", "kl"])
  }

  @Test("A frame larger than its rectangle is scaled down with its aspect ratio kept")
  func sampling() {
    var surface = Surface(size: CellSize(columns: 4, rows: 1))
    surface.drawFrame(frame(width: 4, height: 4), in: surface.bounds)
    #expect(pixels(surface) == [".ac.", ".ik."])
    surface.drawFrame(
      frame(width: 4, height: 1), in: CellRect(column: 0, row: 0, columns: 2, rows: 1))
    #expect(pixels(surface) == ["acc.", "..k."])
  }

  @Test("An empty frame is black")
  func emptyFrame() {
    var surface = filled(columns: 2, rows: 1)
    surface.drawFrame(PixelBuffer(size: PixelSize(width: 0, height: 5)), in: surface.bounds)
    #expect(screen(surface) == [".."])
  }

  @Test("Darkening multiplies both colours and keeps the glyph")
  func darkening() {
    var surface = Surface(size: CellSize(columns: 1, rows: 1))
    surface[0, 0] = Cell(
      glyph: .upperHalf, foreground: Color(red: 200, green: 100, blue: 50),
      background: Color(red: 255, green: 1, blue: 0))
    surface.darken(surface.bounds, to: 0.5)
    #expect(
      surface[0, 0]
        == Cell(
          glyph: .upperHalf, foreground: Color(red: 100, green: 50, blue: 25),
          background: Color(red: 127, green: 0, blue: 0)))
    let before = surface
    surface.darken(surface.bounds, to: 7)
    #expect(surface[0, 0] == before[0, 0])
    surface.darken(surface.bounds, to: -1)
    #expect(surface[0, 0].foreground == .black)
  }

  @Test("A character of text takes one column, a wide one two")
  func text() {
    var surface = Surface(size: CellSize(columns: 8, rows: 1))
    #expect(draw("a\u{6C34}b", on: &surface) == 4)
    #expect(screen(surface) == ["a\u{6C34}>b...."])
  }

  @Test("Text is clipped to its columns, never within a wide character")
  func cutText() {
    var surface = Surface(size: CellSize(columns: 8, rows: 1))
    #expect(draw("a\u{6C34}b", on: &surface, maxColumns: 2) == 1)
    #expect(screen(surface) == ["a......."])
    #expect(draw("abc", on: &surface, maxColumns: 0) == 0)
    #expect(draw("abc", on: &surface, maxColumns: -4) == 0)
  }

  @Test("Letters are composed with their marks, and flags become letters")
  func clusters() {
    var surface = Surface(size: CellSize(columns: 8, rows: 1))
    #expect(draw("e\u{301}\u{1F1E9}\u{1F1EA}x", on: &surface) == 4)
    #expect(screen(surface) == ["éDEx...."])
  }

  @Test("Text without a background keeps the mean of the frame behind it")
  func background() {
    var surface = Surface(size: CellSize(columns: 1, rows: 1))
    surface[0, 0] = Cell(
      glyph: .upperHalf, foreground: Color(red: 10, green: 200, blue: 0),
      background: Color(red: 30, green: 100, blue: 1))
    surface.drawText(
      "x", column: 0, row: 0, maxColumns: 1, foreground: .white, background: nil)
    #expect(
      surface[0, 0]
        == Cell(
          glyph: Glyph("x"), foreground: .white, background: Color(red: 20, green: 150, blue: 0)))
    // Again on the text: its own background stays.
    surface.drawText(
      "y", column: 0, row: 0, maxColumns: 1, foreground: .white, background: nil)
    #expect(surface[0, 0].background == Color(red: 20, green: 150, blue: 0))
  }

  @Test(
    "Rows are copied as far as both surfaces have them",
    arguments: [
      (0..<4, 0, ["a", "b", "c", "d", "."]), (1..<3, 3, [".", ".", ".", "b", "c"]),
      (-2..<9, -3, ["b", "c", "d", ".", "."]), (2..<4, 4, [".", ".", ".", ".", "c"]),
      (3..<3, 0, [".", ".", ".", ".", "."]), (7..<9, 0, [".", ".", ".", ".", "."]),
      (0..<2, 9, [".", ".", ".", ".", "."]), (0..<2, -9, [".", ".", ".", ".", "."]),
    ])
  func copiedRows(rows: Range<Int>, to row: Int, expected: [String]) {
    var source = Surface(size: CellSize(columns: 2, rows: 4))
    for (index, letter) in ["a", "b", "c", "d"].enumerated() {
      _ = source.drawText(
        CleanText(letter), column: 0, row: index, maxColumns: 1, foreground: .white,
        background: .black)
    }
    for columns in [1, 2, 3] {
      var surface = Surface(size: CellSize(columns: columns, rows: 5))
      surface.copyRows(rows, of: source, to: row)
      #expect(screen(surface).map { String($0.prefix(1)) } == expected)
    }
  }

  private func draw(_ text: CleanText, on surface: inout Surface, maxColumns: Int = 8) -> Int {
    surface.drawText(
      text, column: 0, row: 0, maxColumns: maxColumns, foreground: .white, background: .black)
  }

  private func filled(columns: Int, rows: Int) -> Surface {
    var surface = Surface(size: CellSize(columns: columns, rows: rows))
    surface.fill(
      surface.bounds, with: Cell(glyph: .full, foreground: .white, background: .white))
    return surface
  }

  /// A frame whose pixels are 1, 2, 3 …, shown by `pixels` as a, b, c ….
  private func frame(width: Int, height: Int) -> PixelBuffer {
    PixelBuffer(
      size: PixelSize(width: width, height: height), pixels: (1...UInt32(width * height)))
  }

  /// A row of letters for each row of pixels; black is a dot.
  private func pixels(_ surface: Surface) -> [String] {
    (0..<surface.size.rows * 2).map { halfRow in
      String(
        (0..<surface.size.columns).map { column -> Character in
          guard let halves = surface[column, halfRow / 2].halves else { return "?" }
          let value = (halfRow % 2 == 0 ? halves.top : halves.bottom).rawValue
          return value == 0 ? "." : Character(Unicode.Scalar(UInt8(0x60 + value & 0x7F)))
        })
    }
  }

  /// The glyphs: full blocks as #, half blocks as %, blank cells as dots, right halves as >.
  private func screen(_ surface: Surface) -> [String] {
    (0..<surface.size.rows).map { row in
      String(
        (0..<surface.size.columns).map { column -> Character in
          switch surface[column, row].glyph {
          case .full: return "#"
          case .upperHalf: return "%"
          case .space: return "."
          case .continuation: return ">"
          case let glyph: return Unicode.Scalar(glyph.scalarValue).map { Character($0) } ?? "?"
          }
        })
    }
  }
}
