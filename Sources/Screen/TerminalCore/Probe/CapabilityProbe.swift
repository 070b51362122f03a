/// Asks a terminal what it can do, once, and waits for nothing (docs/decisions/terminal-probing.md).
///
/// All questions leave together. The last one is for the device's attributes (DA1), which answers
/// come in the order of their questions and every terminal answers: with it the answers are
/// complete. A terminal that stays silent is left alone after `patience`, and what it says later is
/// not listened to.
package struct CapabilityProbe: Hashable, Sendable {
  /// How long answers are waited for, in seconds. After that a terminal would look different all of
  /// a sudden, in the middle of a clip.
  package static let patience = 1.0

  /// What the terminal has said so far.
  package private(set) var answers = TerminalAnswers()

  /// When waiting for answers ends; `nil` while none are awaited.
  package private(set) var deadline: Double?

  /// Creates a probe that has asked nothing.
  package init() {}

  /// Begins anew.
  ///
  /// - Parameters:
  ///   - questions: What to ask.
  ///   - sharedMemory: Where the terminal finds a pixel of three bytes, in base 64, for the question
  ///     about images in shared memory; `nil` does not ask it.
  ///   - time: When the questions leave, in seconds of a monotonic clock.
  /// - Returns: Bytes for the terminal. They move the cursor, change the pen and may leave glyphs:
  ///   the screen must be erased after them.
  package mutating func ask(
    _ questions: ProbeQuestions, sharedMemory: String? = nil, at time: Double
  ) -> [UInt8] {
    answers = TerminalAnswers()
    deadline = time + Self.patience
    return questions.bytes(sharedMemory: sharedMemory)
  }

  /// Takes an answer.
  ///
  /// - Returns: Whether the answers are complete with it.
  package mutating func note(_ reply: TerminalReply, at time: Double) -> Bool {
    guard let deadline, time < deadline else { return false }
    answers.note(reply)
    guard case .attributes = reply else { return false }
    self.deadline = nil
    return true
  }

  /// Lets time pass.
  ///
  /// - Returns: Whether waiting has ended with that, and the terminal has said something at least.
  package mutating func timePassed(at time: Double) -> Bool {
    guard let deadline, time >= deadline else { return false }
    self.deadline = nil
    return answers != TerminalAnswers()
  }
}
