import TerminalCore

/// A probe under test, by reference so that expectations can change it.
final class Asking {
  private var probe = CapabilityProbe()

  var answers: TerminalAnswers { probe.answers }
  var deadline: Double? { probe.deadline }

  /// A probe that has asked everything at time 0.
  static func everything() -> Asking {
    let probe = Asking()
    probe.ask(.everything, at: 0)
    return probe
  }

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

extension ProbeQuestions {
  static let everything: ProbeQuestions = [
    .blockWidth, .sextantWidth, .color, .synchronizedUpdate, .size, .background, .name, .kitty,
    .sixel, .octantWidth,
  ]
}
