import MediaCore
import Models
import Platform

/// When flashes were shown and beeps were to be heard.
final class SyncLog: Sendable {
  private struct State {
    var isBright = false
    var flashes: [Double] = []
    var start: Double?
    var samples: [Int16] = []
    var worstLateness = -Double.infinity
  }

  private let state = Lock(State())

  /// Host times of the first frame of each flash.
  var flashes: [Double] { state.withLock { $0.flashes } }

  /// How many frames of sound were written.
  var frameCount: Int { state.withLock { $0.samples.count } }

  /// By how much the latest piece of sound missed the time at which a device in time with the host
  /// would have played it, in seconds; negative if none did.
  var worstLateness: Double { state.withLock { $0.worstLateness } }

  /// The first frame of each beep.
  var beepFrames: [Int] {
    var found: [Int] = []
    var quiet = 0
    for (frame, sample) in state.withLock({ $0.samples }).enumerated() {
      guard abs(Int(sample)) > Self.loud else {
        quiet += 1
        continue
      }
      if quiet > Self.pause { found.append(frame) }
      quiet = 0
    }
    return found
  }

  /// Host times of the beeps on a device that plays from the first write on: a file has no delay.
  var beeps: [Double] {
    let start = state.withLock { $0.start } ?? 0
    return beepFrames.map { start + Double($0) / Double(SyncClip.sampleRate) }
  }

  /// A quarter of the beep's amplitude, which AAC does not reach before it.
  private static let loud = 6_500
  /// 100 ms without sound come before a beep, at any speed.
  private static let pause = 4_800

  /// Takes in the frame shown now.
  func show(_ frame: Frame?) {
    let now = HostTime.now
    guard let pixels = frame?.pixels else { return }
    let middle = pixels.size.height / 2 * pixels.size.width + pixels.size.width / 2
    let isBright = pixels.withPixels { $0[middle] & 0xFF > 127 }
    state.withLock { state in
      if isBright, !state.isBright { state.flashes.append(now) }
      state.isBright = isBright
    }
  }

  /// Takes in interleaved samples written at a host time.
  func hear(_ samples: UnsafeBufferPointer<Int16>, at host: Double) {
    state.withLock { state in
      let start = state.start ?? host
      state.start = start
      let due = start + Double(state.samples.count) / Double(SyncClip.sampleRate)
      state.worstLateness = max(state.worstLateness, host - due)
      for index in stride(from: 0, to: samples.count, by: AudioFormat.channels) {
        state.samples.append(samples[index])
      }
    }
  }
}

/// A sound device whose samples are logged as it takes them.
final class LoggedSink: AudioSink {
  private let sink: any AudioSink
  private let log: SyncLog

  init(_ sink: any AudioSink, log: SyncLog) {
    self.sink = sink
    self.log = log
  }

  func open() throws(AudioError) -> AudioBuffering { try sink.open() }

  func write(_ samples: UnsafeBufferPointer<Int16>) throws(AudioError) -> Int {
    let now = HostTime.now
    let taken = try sink.write(samples)
    let count = taken * AudioFormat.channels
    if taken > 0 { log.hear(UnsafeBufferPointer(rebasing: samples[..<count]), at: now) }
    return taken
  }

  func status() throws(AudioError) -> AudioStatus { try sink.status() }
  func drop() throws(AudioError) { try sink.drop() }

  func takeBack(keeping frames: Int) throws(AudioError) -> Int {
    try sink.takeBack(keeping: frames)
  }

  func wait(for wakeup: Wakeup, timeout: Double) { sink.wait(for: wakeup, timeout: timeout) }
  func close() { sink.close() }
}
