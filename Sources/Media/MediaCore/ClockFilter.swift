/// A status from a sound device, on the clock's scale: its host time, stream time at the end of the
/// last frame written, and the reported delay of what was written but not yet heard; all in
/// seconds.
package typealias ClockSample = (host: Double, written: Double, delay: Double, isRunning: Bool)

/// The playback position as a function of host time (docs/decisions/engine-sync.md).
///
/// The clock runs on host time and is only slewed towards what the sound device reports, because
/// devices report delays in steps, jump, and sometimes report an empty queue for seconds while they
/// play. Within one start it never goes backwards and never passes what was written.
package struct ClockFilter: Hashable, Sendable {
  /// How a sample was used.
  package enum Verdict: Hashable, Sendable {
    /// The device is not credible; the clock runs freely.
    case discarded
    /// Within the noise of devices; the clock runs freely.
    case agreed
    /// The clock temporarily runs at most 1 % faster or slower.
    case slewed
    /// Far off; accepted once two more samples confirm it.
    case doubted
    /// The clock was set to the device's position.
    case anchored
  }

  /// Errors below this are hardware noise: delays are updated in steps of 5 to 10 ms.
  static let tolerance = 0.008
  /// Errors up to this are slewed away; larger ones need confirmation.
  static let slewLimit = 0.08
  /// The fraction of an error that one sample corrects.
  static let slewShare = 1.0 / 16
  /// The maximum deviation of the rate from 1: inaudible and invisible.
  static let maximumSlew = 0.01
  /// Two samples that differ by less confirm each other.
  static let agreement = 0.02
  /// The number of consecutive samples that confirm a large error.
  static let confirmations = 3
  /// The first samples after a start are accepted at once: they reveal the device's latency.
  static let settlingSamples = 2

  private var anchorPosition = 0.0
  private var anchorHost = 0.0
  private var rate = 1.0
  // Keeps the clock from going backwards when it is corrected.
  private var floor = 0.0
  private var limit = Double.infinity
  private var lastMeasured: Double?
  private var lastHost: Double?
  private var doubtfulError = 0.0
  private var doubtfulCount = 0
  private var plausibleCount = 0

  /// Whether time passes; otherwise the clock is stopped.
  package private(set) var isRunning = false

  /// Stopped at `position`, in seconds of stream time.
  package init(position: Double = 0) {
    hold(position: position)
  }

  /// The position at a host time, in seconds of stream time.
  package func position(at host: Double) -> Double {
    min(limit, max(floor, unlimitedPosition(at: host)))
  }

  /// Stops the clock at a position, for a seek or another clip.
  package mutating func hold(position: Double) {
    anchorPosition = position
    floor = position
    limit = .infinity
    isRunning = false
    rate = 1
  }

  /// Stops the clock at its current position and returns that.
  @discardableResult
  package mutating func hold(at host: Double) -> Double {
    let position = position(at: host)
    hold(position: position)
    return position
  }

  /// Starts the clock at its current position.
  package mutating func start(at host: Double) {
    anchor(position: anchorPosition, host: host)
    isRunning = true
    forgetSamples()
  }

  /// Starts judging samples anew, because they come from another or a restarted device.
  package mutating func forgetSamples() {
    lastMeasured = nil
    lastHost = nil
    doubtfulCount = 0
    plausibleCount = 0
  }

  /// Reports how far sound has been written; the clock waits there.
  ///
  /// - Parameters:
  ///   - position: Stream time at the end of the last frame written.
  ///   - host: The current host time.
  package mutating func limit(to position: Double, at host: Double) {
    let reached = self.position(at: host)
    // A jump must not make up for time lost while waiting at the old limit.
    if unlimitedPosition(at: host) > limit { anchor(position: reached, host: host) }
    limit = max(position, reached)
  }

  /// Compares the clock with the device and corrects it.
  package mutating func observe(_ sample: ClockSample) -> Verdict {
    guard isRunning else { return .discarded }
    // Without the floor: a clock that was set back waits, which is not an error.
    let predicted = min(limit, unlimitedPosition(at: sample.host))
    let measured = sample.written - sample.delay
    // A delay of zero says nothing: either all was heard, and the limit stops the clock, or the
    // device does not know.
    guard sample.isRunning, sample.delay > 0, measured.isFinite else {
      runFreely(from: predicted, host: sample.host)
      doubtfulCount = 0
      return .discarded
    }
    defer { lastMeasured = measured }
    if let lastMeasured, measured < lastMeasured - Self.agreement {
      runFreely(from: predicted, host: sample.host)
      doubtfulCount = 0
      return .discarded
    }
    let interval = min(max(sample.host - (lastHost ?? sample.host), 0.005), 0.1)
    lastHost = sample.host
    plausibleCount += 1
    let error = measured - predicted
    if abs(error) < Self.tolerance {
      runFreely(from: predicted, host: sample.host)
      doubtfulCount = 0
      return .agreed
    }
    if plausibleCount <= Self.settlingSamples {
      return set(to: measured, host: sample.host)
    }
    if abs(error) <= Self.slewLimit {
      doubtfulCount = 0
      anchor(position: predicted, host: sample.host)
      let wanted = error * Self.slewShare / interval
      rate = 1 + min(max(wanted, -Self.maximumSlew), Self.maximumSlew)
      return .slewed
    }
    return doubt(error, measured: measured, predicted: predicted, host: sample.host)
  }

  private mutating func doubt(
    _ error: Double, measured: Double, predicted: Double, host: Double
  ) -> Verdict {
    runFreely(from: predicted, host: host)
    let agrees = doubtfulCount > 0 && abs(error - doubtfulError) <= Self.agreement
    doubtfulCount = agrees ? doubtfulCount + 1 : 1
    doubtfulError = error
    guard doubtfulCount >= Self.confirmations else { return .doubted }
    doubtfulCount = 0
    return set(to: measured, host: host)
  }

  private mutating func set(to measured: Double, host: Double) -> Verdict {
    floor = position(at: host)
    anchor(position: measured, host: host)
    return .anchored
  }

  private mutating func runFreely(from position: Double, host: Double) {
    if rate != 1 { anchor(position: position, host: host) }
  }

  private mutating func anchor(position: Double, host: Double) {
    anchorPosition = position
    anchorHost = host
    rate = 1
  }

  private func unlimitedPosition(at host: Double) -> Double {
    isRunning ? anchorPosition + max(host - anchorHost, 0) * rate : anchorPosition
  }
}
