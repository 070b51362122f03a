import CellGraphics
import Models
import TerminalCore
import TestSupport
import Testing

/// A probe under test, by reference so that expectations can change it.
private final class Asking {
  private var probe = CapabilityProbe()

  var answers: TerminalAnswers { probe.answers }
  var deadline: Double? { probe.deadline }

  @discardableResult
  func ask(_ questions: ProbeQuestions, at time: Double) -> String {
    String(decoding: probe.ask(questions, at: time), as: UTF8.self)
  }

  @discardableResult
  func note(_ reply: TerminalReply, at time: Double = 0.1) -> Bool {
    probe.note(reply, at: time)
  }

  func timePassed(at time: Double) -> Bool { probe.timePassed(at: time) }
}

/// What terminals are asked, and what follows from their answers.
@Suite struct CapabilityProbeTests {
  private static let everything: ProbeQuestions = [
    .blockWidth, .sextantWidth, .color, .synchronizedUpdate, .size, .background, .name, .kitty,
    .sixel,
  ]

  /// A probe that has asked at time 0.
  private func asking() -> Asking {
    let probe = Asking()
    probe.ask(Self.everything, at: 0)
    return probe
  }

  private func questions(
    _ environment: [String: String], hasUnicode: Bool = true, glyphs: GlyphSet? = nil,
    output: PictureOutput? = nil, isLocal: Bool = true
  ) -> String {
    let questions = ProbeQuestions.suited(
      environment: environment, hasUnicode: hasUnicode, glyphs: glyphs, output: output,
      isLocal: isLocal)
    return Asking().ask(questions, at: 0)
  }

  // MARK: Recorded answers

  @Test(arguments: RecordedTerminal.all)
  func recordedAnswersAreUnderstood(_ terminal: RecordedTerminal) {
    let probe = asking()
    let replies = decode(terminal.output).map { event -> TerminalReply? in
      if case .reply(let reply) = event { reply } else { nil }
    }
    #expect(!replies.contains(nil), "no key, no mouse")
    for (index, reply) in replies.compactMap(\.self).enumerated() {
      #expect(probe.note(reply, at: 0.01) == (index == replies.count - 1))
    }
    #expect(probe.answers == terminal.answers)
    #expect(probe.deadline == nil)
    let depth = ColorDepth.detected(
      environment: ["TERM": terminal.name == "xterm" ? "xterm-256color" : "some"],
      description: TerminalDescription(colors: 256), answers: probe.answers)
    #expect(depth == terminal.depth)
  }

  @Test(arguments: RecordedTerminal.all)
  func answersMayBeCutAnywhere(_ terminal: RecordedTerminal) {
    let bytes = Array(terminal.output.utf8)
    let whole = decode(bytes)
    for end in 1..<bytes.count {
      var decoder = InputDecoder()
      // As a line may pause, but not so long that ESC alone would be a key.
      let events = decoder.feed(bytes[..<end], at: 100) + decoder.feed(bytes[end...], at: 100.04)
      #expect(events == whole, "cut at \(end)")
    }
  }

  @Test func answersThatBreakOffPressNothing() {
    for terminal in RecordedTerminal.all {
      let bytes = Array(terminal.output.utf8)
      for end in 1..<bytes.count {
        let keys = decode(Array(bytes[..<end])).filter(\.isTyped)
        #expect(keys.isEmpty, "\(terminal), cut off at \(end)")
      }
    }
  }

  // MARK: Silence and lateness

  @Test func aSilentTerminalIsLeftAlone() {
    let probe = asking()
    #expect(probe.deadline == CapabilityProbe.patience)
    #expect(!probe.timePassed(at: 0.99))
    #expect(!probe.timePassed(at: 1))
    #expect(probe.deadline == nil)
    #expect(!probe.timePassed(at: 2))
  }

  @Test func lateAnswersChangeNothing() {
    for terminal in RecordedTerminal.all {
      let probe = asking()
      for case .reply(let reply) in decode(terminal.output) {
        #expect(!probe.note(reply, at: 1))
      }
      #expect(probe.answers == TerminalAnswers())
    }
  }

  @Test func whatHasComeCountsWithoutTheEnd() {
    let probe = asking()
    #expect(!probe.note(.cursorPosition(column: 2, row: 1), at: 0.5))
    #expect(probe.timePassed(at: 1))
    #expect(probe.answers.isAmbiguousWide)
  }

  @Test func nothingIsHeardUnasked() {
    let probe = Asking()
    #expect(!probe.note(.attributes([62, 4]), at: 0))
    #expect(probe.answers == TerminalAnswers())
    #expect(!probe.timePassed(at: 5))
  }

  @Test func askingAgainForgets() {
    let probe = asking()
    #expect(!probe.note(.cursorPosition(column: 2, row: 1), at: 0.5))
    probe.ask(Self.everything, at: 10)
    #expect(probe.answers == TerminalAnswers())
    #expect(probe.note(.attributes([62]), at: 10.5))
  }

  // MARK: Hostile answers

  private static func reply(_ generator: inout SeededGenerator) -> TerminalReply {
    func number(_ generator: inout SeededGenerator) -> Int {
      let choices = [0, 1, 2, 4, 6, 65, 2026, 3600, 0xFF_FFFF, .max]
      return choices.randomElement(using: &generator) ?? 0
    }
    func numbers(_ generator: inout SeededGenerator) -> [Int] {
      (0..<Int.random(in: 0...6, using: &generator)).map { _ in number(&generator) }
    }
    func bytes(_ generator: inout SeededGenerator) -> [UInt8] {
      let starts = ["", ">|", "1$r", "1$r0;48:2::1:2:3", "11;rgb:", "11;rgb:f/f/", "Gi=4201;OK"]
      let start = Array((starts.randomElement(using: &generator) ?? "").utf8)
      let count = [0, 1, 10, 4096].randomElement(using: &generator) ?? 0
      return start
        + (0..<count).map { _ in UInt8.random(in: 0x20...0xFF, using: &generator) }
        + (Bool.random(using: &generator) ? Array("m".utf8) : [])
    }
    switch Int.random(in: 0...9, using: &generator) {
    case 0: return .deviceStatus(number(&generator))
    case 1: return .cursorPosition(column: number(&generator), row: number(&generator))
    case 2: return .mode(number(&generator), setting: number(&generator))
    case 3: return .secondaryAttributes(numbers(&generator))
    case 4, 5: return .window(numbers(&generator))
    case 6: return .graphics(numbers(&generator))
    case 7: return .deviceControl(bytes(&generator))
    case 8: return .operatingSystemCommand(bytes(&generator))
    default: return .applicationProgram(bytes(&generator))
    }
  }

  @Test func hostileAnswersAreTakenForNothingImpossible() {
    for seed in UInt64(0)..<300 {
      var generator = SeededGenerator(seed: seed)
      let probe = asking()
      for _ in 0..<20 { probe.note(Self.reply(&generator), at: 0.5) }
      #expect(probe.note(.attributes([.max, 4]), at: 0.5), "seed \(seed)")
      let answers = probe.answers
      for _ in 0..<20 {
        #expect(!probe.note(Self.reply(&generator), at: 0.6), "seed \(seed)")
      }
      #expect(probe.answers == answers, "seed \(seed)")
      #expect((answers.name?.string.unicodeScalars.count ?? 0) <= 61, "seed \(seed)")
      if let cell = answers.images.cellPixels {
        #expect((2...128).contains(cell.width) && (4...256).contains(cell.height))
      }
      for pixels in [PixelSize(width: 0, height: 0), PixelSize(width: .max, height: 1)] {
        var capabilities = Capabilities(colorDepth: .trueColor)
        capabilities.measureCell(
          screen: CellSize(columns: 80, rows: 24), pixels: pixels, answers: answers)
        #expect((0.25...1).contains(capabilities.cellAspect), "seed \(seed)")
      }
    }
  }

  @Test func thousandsOfAnswersAreOne() {
    let probe = asking()
    for _ in 0..<10_000 {
      probe.note(.deviceControl(Array(">|one".utf8)))
      probe.note(.cursorPosition(column: 2, row: 1))
    }
    #expect(probe.note(.attributes([62]), at: 0.2))
    #expect(!probe.note(.attributes([62]), at: 0.2))
    #expect(probe.answers.name == "one")
  }

  @Test func aNameIsSafeToShow() {
    let probe = asking()
    probe.note(.deviceControl(Array(">|a\u{1B}]0;b\u{202E}c".utf8)))
    #expect(probe.answers.name?.string.unicodeScalars.contains("\u{1B}") == false)
    #expect(probe.answers.name?.string.unicodeScalars.contains("\u{202E}") == false)
  }

  @Test func aPaletteIsNoTrueColor() {
    for status in ["0;48;5;16", "48:5:16", "48;2;1;2;4", "48:2:1:2", "0", "", "38:2:1:2:3"] {
      let probe = asking()
      probe.note(.deviceControl(Array("1$r\(status)m".utf8)))
      #expect(probe.answers.colorDepth != .trueColor, "\(status)")
    }
    for status in ["48;2;1;2;3", "0;48:2:1:2:3", "1;48:2::1:2:3;4"] {
      let probe = asking()
      probe.note(.deviceControl(Array("1$r\(status)m".utf8)))
      #expect(probe.answers.colorDepth == .trueColor, "\(status)")
    }
  }

  @Test func aPaletteMayBeLargerThanItsDescription() {
    var answers = TerminalAnswers()
    answers.colorDepth = .palette256
    for colors in [8, 16, 256] {
      #expect(
        ColorDepth.detected(
          environment: ["TERM": "mlterm"], description: TerminalDescription(colors: colors),
          answers: answers) == .palette256)
    }
    #expect(
      ColorDepth.detected(
        environment: ["TERM": "mlterm", "COLORTERM": "truecolor"],
        description: TerminalDescription(colors: 8), answers: answers) == .trueColor)
  }

  // MARK: Questions

  @Test func oldTerminalsAreOnlyAskedWhatTheyKnow() {
    for name in ["linux", "vt100", "vt220", "screen", "screen-256color", "ansi", "eterm-color"] {
      let text = questions(["TERM": name], output: .kitty)
      for start in ["\u{1B}P", "\u{1B}_", "\u{1B}]", "\u{1B}[>", "$"] {
        #expect(!text.contains(start), "\(name)")
      }
      #expect(text.hasSuffix("\u{1B}[c"))
    }
    #expect(!questions(["TERM": "xterm-256color", "STY": "1.x"]).contains("\u{1B}P"))
    #expect(questions(["TERM": "linux"], hasUnicode: false) == "\u{1B}[c")
    #expect(questions(["TERM": "vte-256color"]).contains("\u{1B}P$qm"))
  }

  @Test func tmuxIsNotGivenATitle() {
    for environment in [
      ["TERM": "tmux-256color"], ["TERM": "screen-256color", "TMUX": "/tmp/x"],
      ["TERM": "xterm", "TMUX": "/tmp/x"],
    ] {
      let text = questions(environment, output: .kitty)
      #expect(!text.contains("\u{1B}_"))
      #expect(text.contains("\u{1B}[>q"))
    }
  }

  @Test func imagesAreAskedAboutWhereTheyMayBeShown() {
    let environment = ["TERM": "xterm-256color"]
    #expect(questions(environment).contains("\u{1B}_G"))
    #expect(!questions(environment, isLocal: false).contains("\u{1B}_G"))
    #expect(questions(environment, output: .kitty, isLocal: false).contains("\u{1B}_G"))
    #expect(!questions(environment, output: .cells).contains("\u{1B}_G"))
    #expect(!questions(environment, output: .sixel).contains("\u{1B}_G"))
    #expect(questions(environment).contains("\u{1B}[?1;1;0S"))
    #expect(!questions(["TERM": "xterm-kitty"]).contains("S"))
    #expect(questions(environment, output: .sixel, isLocal: false).contains("\u{1B}[?1;1;0S"))
  }

  @Test func glyphsAreMeasuredWhereTheyAreUsed() {
    let environment = ["TERM": "xterm-256color"]
    #expect(questions(environment).contains("\u{2580}"))
    #expect(!questions(environment).contains("\u{1FB00}"))
    #expect(questions(environment, glyphs: .sextant).contains("\u{1FB00}"))
    let isPlain = questions(environment, hasUnicode: false).allSatisfy(\.isASCII)
    #expect(isPlain)
    #expect(questions(environment, glyphs: .sextant).utf8.count < 256)
  }

  // MARK: Conclusions

  @Test func whatAMultiplexerSaysIsAboutItself() {
    let description = TerminalDescription(colors: 256)
    var answers = TerminalAnswers()
    answers.colorDepth = .trueColor
    #expect(
      ColorDepth.detected(
        environment: ["TERM": "xterm-256color"], description: description, answers: answers)
        == .trueColor)
    for environment in [["TERM": "tmux-256color"], ["TERM": "xterm-256color", "TMUX": "/tmp/x"]] {
      #expect(
        ColorDepth.detected(environment: environment, description: description, answers: answers)
          == .palette256)
    }
    // On another machine, where TERM was set to something else.
    answers.name = "tmux 3.3a"
    #expect(answers.isMultiplexer)
    #expect(
      ColorDepth.detected(
        environment: ["TERM": "xterm-256color"], description: description, answers: answers)
        == .palette256)
  }

  @Test func silenceMeansNothing() {
    #expect(
      ColorDepth.detected(
        environment: ["TERM": "alacritty"], description: TerminalDescription(colors: 256),
        answers: TerminalAnswers()) == .trueColor)
  }

  @Test func aCellHasTheShapeThatIsKnownBest() {
    func measured(
      _ pixels: PixelSize, cell: PixelSize? = nil, screen: PixelSize? = nil
    ) -> Capabilities {
      var answers = TerminalAnswers()
      answers.images.cellPixels = cell
      answers.screenPixels = screen
      var capabilities = Capabilities(colorDepth: .trueColor)
      capabilities.measureCell(
        screen: CellSize(columns: 80, rows: 24), pixels: pixels, answers: answers)
      return capabilities
    }
    let unknown = PixelSize(width: 0, height: 0)
    #expect(measured(unknown).cellAspect == 0.5)
    #expect(measured(unknown).cellPixels == nil)
    #expect(measured(PixelSize(width: 720, height: 480)).cellAspect == 0.45)
    let cell = PixelSize(width: 9, height: 20)
    #expect(measured(unknown, cell: cell).cellAspect == 0.45)
    #expect(measured(unknown, cell: cell).cellPixels == cell)
    // VTE tells the kernel nothing, PuTTY something else.
    for pixels in [unknown, PixelSize(width: 14, height: 46)] {
      let capabilities = measured(pixels, screen: PixelSize(width: 640, height: 456))
      #expect(abs(capabilities.cellAspect - 8.0 / 19) < 1e-9)
      #expect(capabilities.cellPixels == PixelSize(width: 8, height: 19))
    }
    // The kernel follows the screen's size, answers come later.
    #expect(
      measured(PixelSize(width: 960, height: 480), cell: PixelSize(width: 9, height: 20)).cellAspect
        == 0.6)
  }

  @Test func sizesAreAskedAgainWhereTheyWereTold() {
    var answers = TerminalAnswers()
    #expect(answers.sizeQuestions == [])
    answers.noteSize(.window([4, 456, 640]))
    #expect(answers.sizeQuestions == [Array("\u{1B}[14t".utf8)])
    answers.noteSize(.window([6, 20, 9]))
    #expect(answers.sizeQuestions.count == 2)
    answers.noteSize(.window([6, 1, .max]))
    #expect(answers.images.cellPixels == PixelSize(width: 9, height: 20))
  }
}
