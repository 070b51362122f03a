import Models
import TestSupport
import Testing

@Suite(.ownThreads) struct TerminalModelTests {
  private func model(columns: Int = 20, rows: Int = 5) throws -> TerminalModel {
    try #require(TerminalModel(size: CellSize(columns: columns, rows: rows)))
  }

  @Test func trueColoursAreExact() throws {
    let model = try model(columns: 64, rows: 64)
    var generator = SeededGenerator(seed: Fuzz.seed)
    var wanted: [(UInt8, UInt8, UInt8)] = []
    var stream = "\u{1B}[H"
    for row in 0..<64 {
      stream += "\u{1B}[\(row + 1);1H"
      for _ in 0..<64 {
        let colors = (0..<2).map { _ in
          (
            UInt8.random(in: 0...255, using: &generator),
            UInt8.random(in: 0...255, using: &generator),
            UInt8.random(in: 0...255, using: &generator)
          )
        }
        wanted += colors
        stream += "\u{1B}[38;2;\(colors[0].0);\(colors[0].1);\(colors[0].2)"
        stream += ";48;2;\(colors[1].0);\(colors[1].1);\(colors[1].2)m\u{2580}"
      }
    }
    model.feed(stream)
    for row in 0..<64 {
      for column in 0..<64 {
        let cell = model.cell(column: column, row: row)
        let top = wanted[(row * 64 + column) * 2]
        let bottom = wanted[(row * 64 + column) * 2 + 1]
        #expect(cell.text == "\u{2580}")
        #expect(cell.foreground == .rgb(top.0, top.1, top.2))
        #expect(cell.background == .rgb(bottom.0, bottom.1, bottom.2))
      }
    }
  }

  @Test func streamCanBeSplitAnywhere() throws {
    let stream = Array(
      "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2026h\u{1B}[2;3H\u{1B}[1;38;2;1;2;3mé▀漢🎬\u{1B}[m\u{1B}[?2026l"
        .utf8)
    for cut in 0...stream.count {
      let model = try model()
      model.feed(Array(stream[..<cut]))
      model.feed(Array(stream[cut...]))
      #expect(model.difference(from: "\n  é▀漢🎬") == nil, "cut at \(cut)")
      let cell = model.cell(column: 3, row: 1)
      #expect(cell.foreground == .rgb(1, 2, 3))
      #expect(cell.isBold)
      #expect(model.cell(column: 4, row: 1).width == 2)
      #expect(model.cell(column: 5, row: 1).width == 0)
      #expect(model.isAlternateScreen)
      #expect(!model.isCursorVisible)
      #expect(model.synchronizedUpdateCount == 1)
    }
  }

  @Test func longStreamsAreParsed() throws {
    let model = try model(columns: 80, rows: 24)
    model.feed(String(repeating: "\u{1B}[H\u{1B}[38;2;9;8;7mabcdefgh", count: 100_000))
    #expect(model.text(row: 0) == "abcdefgh")
  }

  @Test func modesAreTracked() throws {
    let model = try model()
    #expect(model.isCursorVisible)
    model.feed("\u{1B}[?1000;1006h\u{1B}[?2004h")
    #expect(model.isMouseReported)
    #expect(model.isPasteBracketed)
    model.feed("\u{1B}[?1000;1006l\u{1B}[?2004l")
    #expect(!model.isMouseReported)
    #expect(model.privateModes.isEmpty)
    #expect(model.privateModesSeen == [1_000, 1_006, 2_004])
  }

  @Test func leavingTheAlternateScreenRestoresTheMainOne() throws {
    let model = try model()
    model.feed("$ flick\u{1B}[?1049h\u{1B}[2J\u{1B}[Hvideo")
    #expect(model.text(row: 0) == "video")
    model.feed("\u{1B}[?1049l")
    #expect(model.text(row: 0) == "$ flick")
  }

  @Test func reportsAreAnswered() throws {
    let model = try model()
    model.feed("\u{1B}[3;4H\u{1B}[6n\u{1B}[5n")
    #expect(model.takeReplies() == Array("\u{1B}[3;4R\u{1B}[0n".utf8))
    #expect(model.takeReplies() == [])
  }

  @Test func halfBlocksBecomePixels() throws {
    let model = try model()
    model.feed("\u{1B}[38;2;255;0;0;48;2;0;0;255m▀▄█ x\u{1B}[38;5;196;48;5;16m▀")
    let halves = (0..<6).map { model.cell(column: $0, row: 0).halves }
    #expect(halves[0]?.top == 0xFF0000 && halves[0]?.bottom == 0x0000FF)
    #expect(halves[1]?.top == 0x0000FF && halves[1]?.bottom == 0xFF0000)
    #expect(halves[2]?.top == 0xFF0000 && halves[2]?.bottom == 0xFF0000)
    #expect(halves[3]?.top == 0x0000FF && halves[3]?.bottom == 0x0000FF)
    #expect(halves[4] == nil)
    #expect(halves[5]?.top == 0xFF0000 && halves[5]?.bottom == 0)
  }

  @Test func scrollingARegionMovesItsCells() throws {
    let model = try model()
    model.feed("a\r\nb\r\nc\r\nd\r\ne\u{1B}[2;4r\u{1B}[1S\u{1B}[r")
    #expect(model.difference(from: "a\nc\nd\n\ne") == nil)
  }

  @Test func differenceShowsBothScreens() throws {
    let model = try model()
    model.feed("one\r\ntwo")
    #expect(model.difference(from: "one\ntwo\n") == nil)
    #expect(model.difference(from: "two", firstRow: 1) == nil)
    let difference = try #require(model.difference(from: "one\n2"))
    #expect(difference.contains("-|2|"))
    #expect(difference.contains("+|two|"))
  }

  @Test func resizingKeepsContentThatFits() throws {
    let model = try model()
    model.feed("hello")
    model.resize(CellSize(columns: 30, rows: 8))
    #expect(model.text(row: 0) == "hello")
    #expect(model.rows.count == 8)
  }
}
