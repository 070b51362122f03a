import TerminalCore
import TestSupport
import Testing

/// Silence, and answers that come late or unasked.
@Suite struct CapabilityProbeTests {
  @Test func silentTerminalIsLeftAlone() {
    let probe = Asking.everything()
    #expect(probe.deadline == CapabilityProbe.patience)
    #expect(!probe.timePassed(at: 0.99))
    #expect(!probe.timePassed(at: 1))
    #expect(probe.deadline == nil)
    #expect(!probe.timePassed(at: 2))
  }

  @Test func lateRepliesAreIgnored() {
    for terminal in RecordedTerminal.all {
      let probe = Asking.everything()
      for case .reply(let reply) in decode(terminal.output) {
        #expect(!probe.note(reply, at: 1))
      }
      #expect(probe.answers == TerminalAnswers())
    }
  }

  @Test func partialRepliesCount() {
    let probe = Asking.everything()
    #expect(!probe.note(.cursorPosition(column: 2, row: 1), at: 0.5))
    #expect(probe.timePassed(at: 1))
    #expect(probe.answers.isAmbiguousWide)
  }

  @Test func unsolicitedRepliesAreIgnored() {
    let probe = Asking()
    #expect(!probe.note(.attributes([62, 4]), at: 0))
    #expect(probe.answers == TerminalAnswers())
    #expect(!probe.timePassed(at: 5))
  }

  @Test func askingAgainResets() {
    let probe = Asking.everything()
    #expect(!probe.note(.cursorPosition(column: 2, row: 1), at: 0.5))
    probe.ask(ProbeQuestions.everything, at: 10)
    #expect(probe.answers == TerminalAnswers())
    #expect(probe.note(.attributes([62]), at: 10.5))
  }
}
