import TerminalCore
import Testing

/// Esc, and keys that a line has joined with it.
@Suite struct EscapeTests {
  private let escape = key(.escape)

  @Test func escapeAndAKeyTogetherAreTwoKeys() {
    #expect(decode("\u{1B}q") == [escape, character("q")])
    #expect(decode("\u{1B}é") == [escape, character("é")])
    #expect(decode("\u{1B}xy") == [escape, character("x"), character("y")])
    #expect(decode("\u{1B}\r") == [escape, key(.enter)])
    #expect(decode("\u{1B}\u{7F}") == [escape, key(.backspace)])
    #expect(decode("\u{1B}\u{3}") == [escape, character("c", .control)])
    #expect(decode("\u{1B}N") == [escape, character("N")])
    #expect(decode("\u{1B}\u{1B}[A") == [escape, key(.up)])
    #expect(decode("\u{1B}\u{1B}OA") == [escape, key(.up)])
  }

  @Test(arguments: ["[", "O", "P", "X", "]", "_", "^"])
  func introducerIsAKeyAfterATimeout(letter: Character) throws {
    var decoder = InputDecoder()
    #expect(decoder.feed("\u{1B}\(letter)".utf8, at: 10) == [])
    #expect(decoder.flush(at: 10.04) == [])
    let deadline = try #require(decoder.deadline)
    #expect(abs(deadline - 10.05) < 1e-9)
    #expect(decoder.flush(at: deadline) == [escape, character(letter)])
    #expect(decoder.deadline == nil)
    #expect(decoder.feed("q".utf8, at: 10.2) == [character("q")])
  }

  @Test func keysThatAreNotRepliesAreReported() {
    for keys in ["]q", "[[", "[=", "P]", "_j", "Xj", "^jj", "[M"] {
      #expect(decode("\u{1B}" + keys) == [escape] + keys.map { character($0) }, "\(keys)")
    }
    #expect(decode("\u{1B}O\r") == [escape, character("O"), key(.enter)])
    #expect(decode("\u{1B}[\u{1B}[A") == [escape, character("["), key(.up)])
    #expect(decode("\u{1B}]\u{1B}[A") == [escape, character("]"), key(.up)])
    #expect(decode("\u{1B}]\t") == [escape, character("]"), key(.tab)])
    #expect(decode("\u{1B}]\u{1B}") == [escape, character("]"), escape])
  }

  @Test func repeatedKeyAfterEscapeIsNotSwallowed() {
    var decoder = InputDecoder()
    #expect(decoder.feed("\u{1B}]".utf8, at: 10) == [])
    #expect(decoder.feed("]".utf8, at: 10.03) == [])
    #expect(
      decoder.feed("]".utf8, at: 10.06)
        == [escape, character("]"), character("]"), character("]")])
  }

  @Test func boundAltKeysAreRecognized() {
    let altKeys: Set = [
      KeyEvent(.backspace, .alt), KeyEvent(.character("x"), .alt), KeyEvent(.character("X"), .alt),
      KeyEvent(.up, .alt), KeyEvent(.character("["), .alt), KeyEvent(.character("é"), .alt),
    ]
    func decode(_ text: String) -> [TerminalEvent] {
      var decoder = InputDecoder(altKeys: altKeys)
      return decoder.feed(text.utf8, at: 100) + decoder.flush(at: 101)
    }
    #expect(decode("\u{1B}\u{7F}") == [key(.backspace, .alt)])
    #expect(decode("\u{1B}x\u{1B}y") == [character("x", .alt), escape, character("y")])
    #expect(decode("\u{1B}é") == [character("é", .alt)])
    #expect(decode("\u{1B}\u{1B}[A") == [key(.up, .alt)])
    #expect(decode("\u{1B}\u{1B}OA") == [key(.up, .alt)])
    #expect(decode("\u{1B}\u{1B}x") == [escape, character("x", .alt)])
    // Letters that begin sequences.
    #expect(decode("\u{1B}X") == [character("X", .alt)])
    #expect(decode("\u{1B}[") == [character("[", .alt)])
    // Terminals that tell Alt from Esc are believed.
    #expect(decode("\u{1B}[1;3B") == [key(.down, .alt)])
    #expect(decode("\u{1B}[113;3u") == [character("q", .alt)])
  }

  @Test func escapeBeforeAnIgnoredSequenceIsKept() {
    for swallowed in ["\u{1B}[99~", "\u{1B}Oz", "\u{1B}\\", "\u{1B}X string \u{1B}\\", "\u{85}"] {
      #expect(decode("\u{1B}\(swallowed)q") == [escape, character("q")])
    }
    #expect(decode([0x1B, 0xC3, 0x28]) == [escape, character("(")])
    #expect(decode([0x1B, 0xC3]) == [escape])
    #expect(decode("\u{1B}\u{1B}[M !!").first == escape)
  }
}

extension EscapeTests {
  /// A terminal whose line pauses at any place: Esc, and a letter, may have been told by then.
  @Test(arguments: RecordedTerminal.all)
  func repliesSplitAnywhereAreRecognized(_ terminal: RecordedTerminal) {
    let bytes = Array(terminal.output.utf8)
    let whole = decode(bytes)
    for end in 1..<bytes.count {
      var decoder = InputDecoder()
      var events = decoder.feed(bytes[..<end], at: 100) + decoder.flush(at: 100.06)
      events += decoder.feed(bytes[end...], at: 100.4) + decoder.flush(at: 200)
      let told = events.filter { if case .key = $0 { true } else { false } }
      #expect(events.filter { !told.contains($0) } == whole, "cut at \(end)")
      #expect(told == [] || told[0] == escape && told.count <= 2, "cut at \(end)")
    }
  }

  @Test func mouseReportsSplitAnywhereAreRecognized() {
    let report = "\u{1B}[<65;11;22M"
    for end in 1..<report.utf8.count {
      var decoder = InputDecoder()
      var events = decoder.feed(report.utf8.prefix(end), at: 100) + decoder.flush(at: 100.06)
      events += decoder.feed(report.utf8.dropFirst(end), at: 100.4)
      #expect(events.last == .mouse(MouseEvent(.wheel(.down), column: 10, row: 21)), "\(end)")
    }
  }

  @Test func keysAfterEscapeAreKeys() {
    for keys in ["[A", "[q", "5", "[5", "]1", "]1;", "_x", "[?", "é", "O"] {
      var decoder = InputDecoder()
      var events = decoder.feed([0x1B], at: 10) + decoder.flush(at: 10.06)
      for (index, key) in keys.enumerated() {
        let time = 10.1 + 0.1 * Double(index)
        events += decoder.feed(String(key).utf8, at: time) + decoder.flush(at: time + 0.06)
        #expect(decoder.deadline == nil)
      }
      #expect(events == [escape] + keys.map { character($0) }, "\(keys)")
    }
    // An arrow is not the rest of anything.
    var decoder = InputDecoder()
    _ = decoder.feed([0x1B], at: 10) + decoder.flush(at: 10.06)
    #expect(decoder.feed("\u{1B}[A".utf8, at: 10.1) == [key(.up)])
  }
}
