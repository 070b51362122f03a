import Graphics
import TerminalCore
import TestSupport
import Testing

/// What terminals have answered.
@Suite struct RecordedReplyTests {
  @Test(arguments: RecordedTerminal.all)
  func recordedRepliesAreParsed(_ terminal: RecordedTerminal) {
    let probe = Asking.everything()
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
  func repliesMayBeSplitAnywhere(_ terminal: RecordedTerminal) {
    let bytes = Array(terminal.output.utf8)
    let whole = decode(bytes)
    for end in 1..<bytes.count {
      var decoder = InputDecoder()
      // As a line may pause, but not so long that ESC alone would be a key.
      let events = decoder.feed(bytes[..<end], at: 100) + decoder.feed(bytes[end...], at: 100.04)
      #expect(events == whole, "cut at \(end)")
    }
  }

  @Test func truncatedRepliesPressNoKey() {
    for terminal in RecordedTerminal.all {
      let bytes = Array(terminal.output.utf8)
      // Behind ESC alone, and the letter after it, nobody knows of an answer yet.
      for end in 1..<bytes.count where !bytes[..<end].suffix(2).contains(0x1B) {
        let keys = decode(Array(bytes[..<end])).filter(\.isTyped)
        #expect(keys.isEmpty, "\(terminal), cut off at \(end)")
      }
    }
  }
}
