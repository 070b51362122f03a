import Graphics
import Models
import TestSupport
import Testing

@testable import TerminalCore

/// What follows from terminals' answers.
@Suite struct TerminalAnswersTests {
  @Test func paletteIsNotTrueColor() {
    for status in ["0;48;5;16", "48:5:16", "48;2;1;2;4", "48:2:1:2", "0", "", "38:2:1:2:3"] {
      let probe = Asking.everything()
      probe.note(.deviceControl(Array("1$r\(status)m".utf8)))
      #expect(probe.answers.colorDepth != .trueColor, "\(status)")
    }
    for status in ["48;2;1;2;3", "0;48:2:1:2:3", "1;48:2::1:2:3;4"] {
      let probe = Asking.everything()
      probe.note(.deviceControl(Array("1$r\(status)m".utf8)))
      #expect(probe.answers.colorDepth == .trueColor, "\(status)")
    }
  }

  @Test func paletteMayExceedTerminfo() {
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

  @Test func onlyTheBackgroundIsKept() {
    let probe = Asking.everything()
    let replies = [
      "4;0;rgb:0707/3636/4242", "10;rgb:fd/f6/e3", "11;rgb:00/00", "11;rgb:gg/00/00",
      "11;11;rgb:1/2/3", "11;rgb:1/2/3;11;rgb:1/2/3", "11;?", "11;", "11", "",
    ]
    for reply in replies { probe.note(.operatingSystemCommand(Array(reply.utf8))) }
    #expect(probe.answers == TerminalAnswers())
    probe.note(.operatingSystemCommand(Array("11;rgb:fdfd/f6f6/e3e3".utf8)))
    #expect(probe.answers.background == Color(red: 0xFD, green: 0xF6, blue: 0xE3))
  }

  @Test func multiplexerReportsAboutItself() {
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

  @Test func silenceProvesNothing() {
    #expect(
      ColorDepth.detected(
        environment: ["TERM": "alacritty"], description: TerminalDescription(colors: 256),
        answers: TerminalAnswers()) == .trueColor)
  }

  @Test func bestCellSizeWins() {
    func measured(
      _ pixels: PixelSize, cell: PixelSize? = nil, screen: PixelSize? = nil
    ) -> Capabilities {
      var answers = TerminalAnswers()
      answers.cellPixels = cell
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

  @Test func reportedSizesAreQueriedAgain() {
    var answers = TerminalAnswers()
    #expect(answers.sizeQuestions == [])
    answers.note(.window([4, 456, 640]))
    #expect(answers.sizeQuestions == [Array("\u{1B}[14t".utf8)])
    answers.note(.window([6, 20, 9]))
    #expect(answers.sizeQuestions.count == 2)
    answers.note(.window([6, 1, .max]))
    #expect(answers.cellPixels == PixelSize(width: 9, height: 20))
  }
}
