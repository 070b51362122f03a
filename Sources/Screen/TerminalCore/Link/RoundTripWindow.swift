/// The minimum round trip of the last seconds: the reply time over an empty link.
struct RoundTripWindow: Sendable {
  /// How long a measurement is valid before another one over an empty link is due, in seconds.
  /// Routes rarely change, and emptying the link costs a frame.
  static let span = 10.0
  /// The first measurement may include the start of a program or a terminal.
  static let firstSpan = 1.0

  /// The minimum round trip, in seconds; `nil` before the first reply.
  private(set) var minimum: Double?
  /// When it was last measured over an empty link.
  private var start = 0.0
  private var isConfirmed = false

  /// Whether a measurement over an empty link is due.
  func isStale(at time: Double) -> Bool {
    minimum != nil && time - start > (isConfirmed ? Self.span : Self.firstSpan)
  }

  /// Adds a measurement.
  ///
  /// - Parameters:
  ///   - roundTrip: Seconds.
  ///   - isUndisturbed: Whether the link was empty, as far as known.
  ///   - time: When the reply arrived.
  mutating func add(_ roundTrip: Double, isUndisturbed: Bool, at time: Double) {
    let roundTrip = max(roundTrip, 0)
    guard let least = minimum else {
      minimum = roundTrip
      start = time
      return
    }
    if isUndisturbed {
      // Later measurements remove the effect of other traffic.
      let isStale = isStale(at: time)
      minimum = isStale ? roundTrip : min(least, roundTrip)
      isConfirmed = isConfirmed || isStale
      if isConfirmed { start = time }
    } else {
      minimum = min(least, roundTrip)
    }
  }
}
