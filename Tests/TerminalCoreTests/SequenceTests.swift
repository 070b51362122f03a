import TerminalCore
import Testing

@Suite struct SequenceTests {
  @Test func unknownSequencesAreSwallowedWhole() {
    let sequences = [
      "\u{1B}[99~", "\u{1B}[1;2;3;4;5X", "\u{1B}[?25h", "\u{1B}[>4;2m", "\u{1B}[I", "\u{1B}[O",
      "\u{1B}[E", "\u{1B}[38;2;1;2;3m", "\u{1B}[ q", "\u{1B}[!p", "\u{1B}[1 A", "\u{1B}[[Z",
      "\u{1B}Oz", "\u{1B}[=1;2c", "\u{1B}[1;2?x", "\u{1B}[?1u", "\u{1B}X string \u{1B}\\",
      "\u{1B}^private\u{1B}\\", "\u{1B}\\", "\u{1B}[99999999999999999999~",
      "\u{1B}[<0;1M", "\u{1B}[<128;1;1M",
    ]
    for sequence in sequences {
      #expect(decode(sequence + "q") == [character("q")], "\(Array(sequence.utf8))")
    }
  }

  @Test func sequencesOfAnyLengthAreSwallowed() {
    let parameters = String(repeating: "1;", count: 10_000)
    #expect(decode("\u{1B}[\(parameters)Aq") == [character("q")])
    #expect(decode("\u{1B}]\(parameters)\u{7}q") == [character("q")])
  }

  @Test func keyAfterATruncatedSequenceWorks() {
    #expect(decode("\u{1B}[1;\u{3}") == [character("c", .control)])
    #expect(decode("\u{1B}[1;\u{1B}[A") == [key(.up)])
    #expect(decode("\u{1B}]11;rgb\u{1B}[A") == [key(.up)])
    #expect(decode("\u{1B}P1$r\u{18}q") == [character("q")])
  }

  @Test func invalidUTF8IsDropped() {
    #expect(decode([0xC3, 0x28]) == [character("(")])
    #expect(decode([0xE2, 0x82, 0x71]) == [character("q")])
    #expect(decode([0xC0, 0xAF, 0x71]) == [character("q")])
    #expect(decode([0xED, 0xA0, 0x80, 0x71]) == [character("q")])
    #expect(decode([0xF4, 0x90, 0x80, 0x80, 0x71]) == [character("q")])
    #expect(decode([0xFF, 0xFE, 0xA9, 0x71]) == [character("q")])
    #expect(decode([0xE2, 0x82]) == [])
  }

  @Test func loneEscapeIsAKeyAfterATimeout() throws {
    var decoder = InputDecoder()
    #expect(decoder.feed([0x1B], at: 10) == [])
    let deadline = try #require(decoder.deadline)
    #expect(abs(deadline - 10.05) < 1e-9)
    #expect(decoder.flush(at: 10.04) == [])
    #expect(decoder.flush(at: deadline) == [key(.escape)])
    #expect(decoder.deadline == nil)
    #expect(decoder.feed("[A".utf8, at: 11) == [character("["), character("A")])
  }

  @Test func expiredEscapeIsAKeyWithoutAFlush() {
    var decoder = InputDecoder()
    #expect(decoder.feed([0x1B], at: 10) == [])
    #expect(decoder.feed("j".utf8, at: 10.2) == [key(.escape), character("j")])
  }

  @Test func slowSequenceIsRecognized() {
    var decoder = InputDecoder()
    #expect(decoder.feed("\u{1B}[1;".utf8, at: 10) == [])
    #expect(decoder.flush(at: 10.3) == [])
    #expect(decoder.feed("5A".utf8, at: 10.4) == [key(.up, .control)])
  }

  @Test func endlessSequenceIsDropped() {
    for start in [
      "\u{1B}[1", "\u{9B}", "\u{8F}", "\u{1B}P1", "\u{1B}P>|", "\u{1B}]0;", "\u{1B}_G",
      "\u{1B}[M!", "\u{1B}[<0;1", "\u{1B}X" + String(repeating: "x", count: 20),
    ] {
      var decoder = InputDecoder()
      #expect(decoder.feed(start.utf8, at: 10) == [])
      #expect(decoder.feed("q".utf8, at: 10.6) == [character("q")], "\(Array(start.utf8))")
    }
  }

  @Test func pastedTextPressesNoKey() {
    for text in ["q\u{3}\r\u{1B}[A", "\u{1B}[20\u{1B}", "", "日本 \u{9B}m"] {
      #expect(
        decode("\u{1B}[200~\(text)\u{1B}[201~x") == [.paste(Array(text.utf8)), character("x")])
    }
  }

  @Test func longPasteIsTruncated() {
    let text = String(repeating: "0123456789", count: 1_000)
    #expect(
      decode("\u{1B}[200~\(text)\u{1B}[201~x")
        == [.paste(Array(text.utf8.prefix(4_096))), character("x")])
  }

  @Test func unterminatedPasteTimesOut() {
    var decoder = InputDecoder()
    #expect(decoder.feed("\u{1B}[200~qqq".utf8, at: 10) == [])
    #expect(decoder.feed("qqq".utf8, at: 10.4) == [])
    #expect(decoder.deadline == 15.4)
    #expect(decoder.flush(at: 15.4) == [.paste(Array("qqqqqq".utf8))])
    #expect(decoder.deadline == nil)
    #expect(decoder.feed("q".utf8, at: 16) == [character("q")])
  }

  @Test(arguments: [0.5, 1, 4.9])
  func stalledPastePressesNoKey(pause: Double) {
    var decoder = InputDecoder()
    #expect(decoder.feed("\u{1B}[200~q".utf8, at: 10) == [])
    #expect(decoder.flush(at: 10 + pause) == [])
    #expect(decoder.feed("qd\u{1B}[2".utf8, at: 10 + pause) == [])
    #expect(
      decoder.feed("01~x".utf8, at: 10 + 2 * pause)
        == [.paste(Array("qqd".utf8)), character("x")])
  }

  /// They come with each frame, and would keep a paste without an end mark open for good.
  @Test func acknowledgementsAreNoPartOfAPaste() {
    var decoder = InputDecoder()
    #expect(decoder.feed("\u{1B}[200~q".utf8, at: 10) == [])
    for step in 1...9 {
      let time = 10 + Double(step) / 2
      #expect(decoder.feed("\u{1B}[0n".utf8, at: time) == [.reply(.deviceStatus(0))])
      #expect(decoder.deadline == 15)
    }
    #expect(
      decoder.feed("\u{1B}[0nj".utf8, at: 15)
        == [.paste(Array("q".utf8)), .reply(.deviceStatus(0)), character("j")])
  }

  @Test(arguments: 0...6) func acknowledgementMaySplitTheEndOfAPaste(_ index: Int) {
    let end = "\u{1B}[201~"
    let split = end.prefix(index) + "\u{1B}[0n" + end.dropFirst(index)
    #expect(
      decode("\u{1B}[200~ab\(split)x").filter { $0 != .reply(.deviceStatus(0)) }
        == [.paste(Array("ab".utf8)), character("x")])
  }

  @Test(arguments: ["\u{1B}", "\u{1B}[", "\u{1B}[0", "\u{1B}[0m", "\u{1B}[2", "\u{1B}\u{1B}[20"])
  func beginningsOfMarksArePasted(_ text: String) {
    #expect(
      decode("\u{1B}[200~\(text)\u{1B}[201~x") == [.paste(Array(text.utf8)), character("x")])
  }

  @Test func escapeBeforeAReplyIsKept() {
    let escape = key(.escape)
    #expect(decode("\u{1B}\u{1B}[0n") == [escape, .reply(.deviceStatus(0))])
    #expect(decode("\u{1B}\u{1B}[?2026;2$y") == [escape, .reply(.mode(2026, setting: 2))])
    #expect(decode("\u{1B}\u{1B}P1$r\u{1B}\\x").first == escape)
    #expect(decode("\u{1B}\u{1B}[200~a\u{1B}[201~") == [escape, .paste([0x61])])
    #expect(decode("\u{1B}\u{1B}[<65;1;1M").first == escape)
  }

  @Test func repliesAreNotKeys() {
    #expect(decode("\u{1B}[0n") == [.reply(.deviceStatus(0))])
    #expect(decode("\u{1B}[?2026;2$y") == [.reply(.mode(2026, setting: 2))])
    #expect(decode("\u{1B}[12;40R") == [.reply(.cursorPosition(column: 39, row: 11))])
    #expect(decode("\u{1B}[1;40R") == [.reply(.cursorPosition(column: 39, row: 0))])
    #expect(decode("\u{1B}[1;5R") == [key(.function(3), .control)])
    #expect(decode("\u{1B}[?62;4c") == [.reply(.attributes([62, 4]))])
    #expect(decode("\u{1B}[>65;7006;1c") == [.reply(.secondaryAttributes([65, 7006, 1]))])
    #expect(decode("\u{1B}[6;18;9t") == [.reply(.window([6, 18, 9]))])
    #expect(
      decode("\u{1B}P1$r48:2:1:2:3m\u{1B}\\") == [
        .reply(.deviceControl(Array("1$r48:2:1:2:3m".utf8)))
      ])
    let color = Array("11;rgb:0000/0000/0000".utf8)
    #expect(decode("\u{1B}]11;rgb:0000/0000/0000\u{7}") == [.reply(.operatingSystemCommand(color))])
    #expect(
      decode("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\") == [.reply(.operatingSystemCommand(color))])
    #expect(
      decode("\u{1B}_Gi=1;OK\u{1B}\\") == [.reply(.applicationProgram(Array("Gi=1;OK".utf8)))])
  }

  @Test func stringTerminatorInsideACharacterIsIgnored() {
    // U+4E1C ends with the byte of ST.
    #expect(
      decode("\u{1B}]0;\u{4E1C}q\u{7}") == [
        .reply(.operatingSystemCommand(Array("0;\u{4E1C}q".utf8)))
      ])
  }
}
