import MediaCore
import Models
import Platform

/// A clip's sound at its speed, as delivered to the device. Used only by the audio thread.
///
/// Sound that was read can be put back, because devices may refuse it.
final class SoundFeed {
  /// Where a change of speed takes effect: the number of frames still to be read at the old speed,
  /// and stream time after them, if known.
  typealias Change = (pending: Int, stream: Double?)

  /// The number of read frames to keep: as many as are read at once.
  private static let history = AudioPump.chunk
  /// The maximum silence that makes up for what a changer omits at its end, in frames.
  private static let longestEnd = 4_800
  /// The number of frames to stretch at once.
  private static let piece = 1200

  private let makeChanger: @Sendable () -> (any SpeedChanger)?
  private var queue: SoundQueue?
  // Used only while the speed is not 1, so that samples are unchanged at 1.
  private var changer: (any SpeedChanger)?
  private(set) var speed = 1.0

  // Read samples, then ready ones.
  private var samples: [Int16] = []
  private var readCount = 0
  private var input: [Int16] = []

  // The stream time of all ready sound, computed from the speed; the real end of a stretched piece
  // differs by up to a pitch period.
  private var streamStart = 0.0
  private var readySinceStart = 0
  private var isFlushed = false

  init(makeChanger: @escaping @Sendable () -> (any SpeedChanger)?) {
    self.makeChanger = makeChanger
  }

  /// Starts at a queue's current position.
  func begin(_ queue: SoundQueue, speed: Double) {
    self.queue = queue
    self.speed = speed
    samples.removeAll(keepingCapacity: true)
    readCount = 0
    startStream(at: queue.withLock { $0.readTime })
    changer = nil
    if speed != 1 { insertChanger() }
  }

  /// Reads at most `frames` frames, appending them to `target`, and returns their number.
  func read(_ frames: Int, appendingTo target: inout [Int16]) -> Int {
    prepare(frames)
    let count = min(max(frames, 0), readyFrames)
    target += samples[readCount..<readCount + count * AudioFormat.channels]
    readCount += count * AudioFormat.channels
    forgetHistory()
    return count
  }

  /// Puts back the last frames read.
  func unread(_ frames: Int) {
    readCount = max(readCount - max(frames, 0) * AudioFormat.channels, 0)
  }

  /// Changes the speed of sound that is not ready yet.
  func change(to speed: Double) -> Change {
    self.speed = speed
    guard let changer else {
      guard speed != 1 else { return (readyFrames, nil) }
      let change = (pending: readyFrames, stream: queue?.withLock { $0.readTime })
      if let time = change.stream { startStream(at: time) }
      insertChanger()
      return change
    }
    takeReady(from: changer)
    startStream(at: streamEnd)
    guard speed == 1 else {
      changer.speed = speed
      return (readyFrames, nil)
    }
    let pending = readyFrames
    changer.passThrough()
    takeReady(from: changer)
    self.changer = nil
    guard let queue else { return (pending, nil) }
    let behind = Double(readyFrames - pending) / AudioFormat.rate
    return (pending, queue.withLock { $0.readTime } - behind)
  }

  private var readyFrames: Int { (samples.count - readCount) / AudioFormat.channels }

  private var streamEnd: Double {
    streamStart + Double(readySinceStart) * speedOfReady / AudioFormat.rate
  }
  // During a change, `speed` is already the next one.
  private var speedOfReady: Double { changer?.speed ?? 1 }

  private func startStream(at time: Double) {
    streamStart = time
    readySinceStart = 0
    isFlushed = false
  }

  private func insertChanger() {
    changer = makeChanger()
    // Without memory for a changer, sound and clip stay at their speed.
    guard let changer else {
      speed = 1
      return
    }
    changer.speed = speed
  }

  private func prepare(_ frames: Int) {
    guard let queue else { return }
    guard let changer else {
      let missing = frames - readyFrames
      if missing > 0 { _ = queue.withLock { $0.read(missing, appendingTo: &samples) } }
      return
    }
    while readyFrames < frames {
      input.removeAll(keepingCapacity: true)
      guard queue.withLock({ $0.read(Self.piece, appendingTo: &input) }) > 0 else {
        if queue.withLock({ $0.isFinished }), !isFlushed { finish(queue, changer) }
        return
      }
      isFlushed = false
      changer.write(input)
      takeReady(from: changer)
    }
  }

  // The clock runs to the end of the sound, so there must be sound up to that point.
  private func finish(_ queue: SoundQueue, _ changer: any SpeedChanger) {
    isFlushed = true
    changer.flush()
    takeReady(from: changer)
    let missing = (queue.withLock { $0.readTime } - streamEnd) / changer.speed * AudioFormat.rate
    let frames = min(max(Int(saturating: missing.rounded(.up)), 0), Self.longestEnd)
    samples.appendSilence(frames * AudioFormat.channels)
    readySinceStart += frames
  }

  private func takeReady(from changer: any SpeedChanger) {
    let before = samples.count
    changer.read(appendingTo: &samples)
    readySinceStart += (samples.count - before) / AudioFormat.channels
  }

  private func forgetHistory() {
    // Trims only at twice the limit, because moving all samples each time would cost more.
    guard readCount > 2 * Self.history * AudioFormat.channels else { return }
    let forgotten = readCount - Self.history * AudioFormat.channels
    samples.removeFirst(forgotten)
    readCount -= forgotten
  }
}
