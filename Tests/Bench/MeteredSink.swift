import MediaCore
import Platform

/// A sound device that plays nothing, at the right speed, and counts how often it ran dry.
final class MeteredSink: AudioSink {
  /// What was counted, by all devices of a run.
  struct Count: Sendable {
    /// Host time at which the first sample would have been heard; `nil` before.
    var startedAt: Double?
    /// How often there was nothing to play, and for how long in all, in seconds.
    var gaps = 0
    var silence = 0.0
  }

  private let count: Lock<Count>
  private let sink = NullSink()
  /// Host time at which all that was written has been played.
  private var emptyAt: Double?

  init(count: Lock<Count>) {
    self.count = count
  }

  func open() throws(AudioError) -> AudioBuffering { try sink.open() }

  func write(_ samples: UnsafeBufferPointer<Int16>) throws(AudioError) -> Int {
    let taken = try sink.write(samples)
    guard taken > 0 else { return 0 }
    let now = HostTime.now
    if let emptyAt, now > emptyAt {
      count.withLock { count in
        count.gaps += 1
        count.silence += now - emptyAt
      }
    }
    if emptyAt == nil { count.withLock { $0.startedAt = $0.startedAt ?? now } }
    emptyAt = max(emptyAt ?? now, now) + Double(taken) / AudioFormat.rate
    return taken
  }

  func status() throws(AudioError) -> AudioStatus { try sink.status() }

  func drop() throws(AudioError) {
    emptyAt = nil
    try sink.drop()
  }

  // A cut would count as a gap.
  func takeBack(keeping frames: Int) throws(AudioError) -> Int { 0 }

  func wait(for wakeup: Wakeup, timeout: Double) { sink.wait(for: wakeup, timeout: timeout) }

  func close() { sink.close() }
}
