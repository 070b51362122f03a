import Models

/// Carries out requests in their order.
final class SFTPSequenceTask: SFTPTask {
  let number: Int
  private var sequence: SFTPSequence
  /// `nil` when it has been told of the end.
  private var onEnd: ((SFTPSequence.Results) -> Void)?
  private var isLost = false
  private var latest: Double

  /// How long a server may think about a request, in seconds.
  private static let stallLimit = 20.0

  init(
    _ number: Int, _ requests: [FarRequest], at now: Double,
    _ onEnd: @escaping (SFTPSequence.Results) -> Void
  ) {
    self.number = number
    sequence = SFTPSequence(requests)
    self.onEnd = onEnd
    latest = now
  }

  var isOver: Bool { onEnd == nil && (isLost || sequence.isOver) }

  var deadline: (time: Double, error: WebError)? {
    onEnd == nil ? nil : (latest + Self.stallLimit, .stalled)
  }

  func begin(at now: Double) { latest = now }

  func step(_ connection: SFTPConnection, at now: Double) -> Bool {
    let hasSent = sequence.step(knowsFileSystems: connection.session.facts?.hasFileSystems == true)
    {
      connection.session.send($0, for: number, at: now)
    }
    if sequence.isComplete { end(.complete, connection) }
    return hasSent
  }

  func take(_ answer: SFTPSession.Answer, _ connection: SFTPConnection, at now: Double) {
    latest = now
    sequence.take(answer.reply, id: answer.id)
    if sequence.isComplete { end(.complete, connection) }
  }

  func resume(_ connection: SFTPConnection, at now: Double) {}

  func end(_ end: WebCompletion?, _ connection: SFTPConnection?) {
    isLost = isLost || connection == nil
    guard let onEnd else { return }
    self.onEnd = nil
    sequence.cancel()
    guard let end else { return }
    let error = if case .failure(let error) = end { error } else { WebError.brokenOff }
    onEnd(sequence.results(missing: error))
  }
}
