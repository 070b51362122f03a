// First, so that the types of termios are found in it and not in ncurses.
import Glibc
import Testing

@testable import NcursesTerminal

@Suite("ChromeBytes")
struct ChromeBytesTests {
  private func shortened(_ text: String) -> String {
    var bytes = Array(("x" + text).utf8)
    ChromeBytes.shorten(&bytes, from: 1)
    return String(decoding: bytes.dropFirst(), as: UTF8.self)
  }

  @Test func seekBarStepTakesHalfTheBytes() {
    #expect(
      shortened(
        "\u{1B}[m\u{1B}[H\u{1B}[48;9H\u{1B}[38;5;80m\u{1B}[48;5;237m▊\u{1B}[H\u{1B}[39;49m\u{1B}(B\u{1B}[m"
      )
        == "\u{1B}[48;9H\u{1B}[0;38;5;80;48;5;237m▊\u{1B}[m")
  }

  @Test func resetBeforeColorsIsKept() {
    #expect(shortened("\u{1B}[m\u{1B}[31m\u{1B}[1ma") == "\u{1B}[0;31;1ma")
    #expect(shortened("\u{1B}[31m\u{1B}[0;1ma") == "\u{1B}[0;1ma")
    #expect(shortened("\u{1B}[31ma\u{1B}[mb") == "\u{1B}[31ma\u{1B}[mb")
  }

  @Test func moveToTheCornerIsKeptWhenItIsWritten() {
    #expect(shortened("\u{1B}[H\u{1B}[31ma") == "\u{1B}[31m\u{1B}[Ha")
    #expect(shortened("\u{1B}[H\u{1B}[5Ca\u{1B}[H") == "\u{1B}[H\u{1B}[5Ca")
    #expect(
      shortened("\u{1B}[H\u{1B}[3Ha\u{1B}[H\u{1B}[m\u{1B}[4;2Hb")
        == "\u{1B}[3Ha\u{1B}[4;2H\u{1B}[mb")
    #expect(shortened("\u{1B}[m\u{1B}[H\u{1B}[31ma") == "\u{1B}[0;31m\u{1B}[Ha")
  }

  @Test func resetIsReplacedByTheColorsAfterAMove() {
    #expect(
      shortened("\u{1B}[m\u{1B}[H\u{1B}[4;2H\u{1B}[31ma") == "\u{1B}[4;2H\u{1B}[0;31ma")
    #expect(shortened("\u{1B}[m\u{1B}[4;2Ha") == "\u{1B}[4;2H\u{1B}[ma")
    #expect(
      shortened("\u{1B}[31m\u{1B}[4;2H\u{1B}[32ma") == "\u{1B}[31m\u{1B}[4;2H\u{1B}[32ma")
  }

  @Test func parameterCountIsBounded() {
    let colors = String(repeating: "\u{1B}[38;5;80m", count: 6)
    for sequence in shortened(colors).split(separator: "m") {
      #expect(sequence.split(separator: ";").count <= 16)
    }
  }

  @Test func incompleteSequenceAtTheEndIsKept() {
    for text in ["\u{1B}", "\u{1B}[", "\u{1B}[3", "a\u{1B}(", ""] {
      #expect(shortened(text) == text)
    }
  }
}
