/// Queries a terminal's capabilities, once, without blocking (docs/decisions/terminal-probing.md).
///
/// All queries are sent together. The last one is for the device's attributes (DA1): replies come
/// in the order of queries and every terminal replies to it, so its reply completes the probe. The
/// probe of a silent terminal ends after `patience`; later replies are ignored.
package struct CapabilityProbe: Hashable, Sendable {
  /// How long to wait for replies by default, in seconds. Any later, a terminal would suddenly look different
  /// in the middle of a clip.
  package static let patience = 1.0

  package private(set) var answers = TerminalAnswers()

  /// When the probe times out; `nil` while it is not running.
  package private(set) var deadline: Double?

  private let patience: Double

  /// Creates a probe that has not started.
  ///
  /// - Parameter patience: How long to wait for replies, in seconds.
  package init(patience: Double = Self.patience) {
    self.patience = patience
  }

  /// Starts over.
  ///
  /// - Parameters:
  ///   - questions: The queries.
  ///   - sharedMemory: The base 64 name of a pixel of three bytes, to probe images in shared
  ///     memory; `nil` skips that query.
  ///   - time: When the queries are sent, in seconds of a monotonic clock.
  /// - Returns: Bytes for the terminal. They move the cursor, change the pen and may leave glyphs:
  ///   the screen must be erased after them.
  package mutating func ask(
    _ questions: ProbeQuestions, sharedMemory: String? = nil, at time: Double
  ) -> [UInt8] {
    answers = TerminalAnswers()
    deadline = time + patience
    return questions.bytes(sharedMemory: sharedMemory)
  }

  /// Handles a reply.
  ///
  /// - Returns: Whether it completes the probe.
  package mutating func note(_ reply: TerminalReply, at time: Double) -> Bool {
    guard let deadline, time < deadline else { return false }
    answers.note(reply)
    guard case .attributes = reply else { return false }
    self.deadline = nil
    return true
  }

  /// Handles the timeout.
  ///
  /// - Returns: Whether the probe timed out after at least one reply.
  package mutating func timePassed(at time: Double) -> Bool {
    guard let deadline, time >= deadline else { return false }
    self.deadline = nil
    return answers != TerminalAnswers()
  }
}
