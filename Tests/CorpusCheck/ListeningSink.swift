import MediaCore
import Platform

/// What was heard, and when: the left and the right channel by host time.
final class Listener: Sendable {
  /// Sound that was heard in one go.
  struct Piece: Sendable {
    /// Host time at which its first frame was heard.
    var start: Double
    var samples: [Int16]
  }

  private let heard = Lock<[Piece]>([])

  var pieces: [Piece] { heard.withLock { $0 } }

  func hear(_ piece: Piece) { heard.withLock { $0.append(piece) } }
}

/// A sound device that plays to a listener, at the right speed by a made-up clock.
final class ListeningSink: AudioSink {
  private let null: NullSink
  private let listener: Listener
  private let hostTime: @Sendable () -> Double

  init(_ listener: Listener, hostTime: @escaping @Sendable () -> Double) {
    self.listener = listener
    self.hostTime = hostTime
    null = NullSink(hostTime: hostTime)
  }

  func open() throws(AudioError) -> AudioBuffering { try null.open() }

  func write(_ samples: UnsafeBufferPointer<Int16>) throws(AudioError) -> Int {
    let waiting = Double(try null.status().delayFrames) / AudioFormat.rate
    let taken = try null.write(samples)
    let count = taken * AudioFormat.channels
    if count > 0 {
      listener.hear(
        Listener.Piece(start: hostTime() + waiting, samples: Array(samples.prefix(count))))
    }
    return taken
  }

  func status() throws(AudioError) -> AudioStatus { try null.status() }

  func drop() throws(AudioError) { try null.drop() }

  // What was heard of cannot be unheard.
  func takeBack(keeping frames: Int) throws(AudioError) -> Int { 0 }

  func wait(for wakeup: Wakeup, timeout: Double) { null.wait(for: wakeup, timeout: timeout) }

  func close() { null.close() }
}
