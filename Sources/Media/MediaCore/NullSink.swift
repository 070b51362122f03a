import Models
import Platform

/// A sound device that plays nothing, in real time: it takes samples as host time passes.
package final class NullSink: AudioSink {
  private let hostTime: @Sendable () -> Double
  /// 100 ms in periods of 25 ms.
  private let buffering = AudioBuffering(bufferFrames: 4800, periodFrames: 1200)
  private var queued = 0.0
  private var drainedAt: Double?

  /// Creates a closed device.
  ///
  /// - Parameter hostTime: Returns the host time in seconds.
  package init(hostTime: @escaping @Sendable () -> Double = { HostTime.now }) {
    self.hostTime = hostTime
  }

  package func open() throws(AudioError) -> AudioBuffering { buffering }

  package func write(_ samples: UnsafeBufferPointer<Int16>) throws(AudioError) -> Int {
    drain()
    let frames = samples.count / AudioFormat.channels
    let taken = min(frames, availableFrames)
    queued += Double(taken)
    if taken > 0, drainedAt == nil { drainedAt = hostTime() }
    return taken
  }

  package func status() throws(AudioError) -> AudioStatus {
    drain()
    return AudioStatus(
      delayFrames: Int(saturating: queued.rounded(.up)), availableFrames: availableFrames,
      isRunning: drainedAt != nil)
  }

  package func drop() throws(AudioError) {
    queued = 0
    drainedAt = nil
  }

  package func takeBack(keeping frames: Int) throws(AudioError) -> Int {
    drain()
    let taken = max(Int(saturating: queued.rounded(.down)) - max(frames, 0), 0)
    queued -= Double(taken)
    return taken
  }

  package func wait(for wakeup: Wakeup, timeout: Double) {
    wakeup.wait(timeout: timeout)
  }

  package func close() { try? drop() }

  private var availableFrames: Int {
    max(buffering.bufferFrames - Int(saturating: queued.rounded(.up)), 0)
  }

  private func drain() {
    guard let last = drainedAt else { return }
    let now = hostTime()
    queued = max(queued - max(now - last, 0) * AudioFormat.rate, 0)
    drainedAt = now
  }
}
