/// The least round trip of the last seconds: what an answer takes over an empty link.
struct RoundTripWindow: Sendable {
  /// How long a measurement holds before another one over an empty link is wanted, in seconds. A
  /// route changes seldom, and emptying the link costs a frame.
  static let span = 10.0
  /// The first one may have waited for a program or a terminal that was starting.
  static let firstSpan = 1.0

  /// The least round trip, in seconds; `nil` before the first answer.
  private(set) var minimum: Double?
  /// When it was last measured over an empty link.
  private var start = 0.0
  private var isConfirmed = false

  /// Whether it is time to measure over an empty link.
  func isStale(at time: Double) -> Bool {
    minimum != nil && time - start > (isConfirmed ? Self.span : Self.firstSpan)
  }

  /// Takes a measurement.
  ///
  /// - Parameters:
  ///   - roundTrip: Seconds.
  ///   - isUndisturbed: Whether the link was empty, as far as is known.
  ///   - time: When the answer came.
  mutating func add(_ roundTrip: Double, isUndisturbed: Bool, at time: Double) {
    let roundTrip = max(roundTrip, 0)
    guard let least = minimum else {
      minimum = roundTrip
      start = time
      return
    }
    if isUndisturbed {
      // What other traffic added to it, later measurements take away again.
      let isStale = isStale(at: time)
      minimum = isStale ? roundTrip : min(least, roundTrip)
      isConfirmed = isConfirmed || isStale
      if isConfirmed { start = time }
    } else {
      minimum = min(least, roundTrip)
    }
  }
}
