import Platform
import Testing

@testable import MediaCore

@Suite struct NullSinkTests {
  @Test func timerConsumesSound() throws {
    let time = Lock(0.0)
    let sink = NullSink(hostTime: { time.withLock { $0 } })
    let buffering = try sink.open()
    let samples = [Int16](repeating: 0, count: 2 * 10_000)
    func write() throws -> Int { try samples.withUnsafeBufferPointer { try sink.write($0) } }
    #expect(try !sink.status().isRunning)
    #expect(try write() == buffering.bufferFrames)
    #expect(try write() == 0)
    time.withLock { $0 = 0.05 }
    #expect(try sink.status().delayFrames == 2400)
    #expect(try write() == 2400)
    time.withLock { $0 = 10 }
    #expect(try sink.status().delayFrames == 0)
    #expect(try write() == buffering.bufferFrames)
    try sink.drop()
    #expect(
      try sink.status() == AudioStatus(delayFrames: 0, availableFrames: 4800, isRunning: false))
  }
}

@Suite struct SinkWatchTests {
  @Test func consumingDeviceIsHealthy() {
    var watch = StallWatch()
    for step in 0..<100 {
      let verdict = watch.observe(
        now: Double(step) * 0.2, offered: 100, accepted: 100, buffer: 0.1)
      #expect(verdict == .fine)
    }
  }

  @Test func idleDeviceIsHealthy() {
    var watch = StallWatch()
    #expect(watch.observe(now: 0, offered: 9, accepted: 9, buffer: 0.1) == .fine)
    #expect(watch.observe(now: 5, offered: 0, accepted: 0, buffer: 0.1) == .fine)
    #expect(watch.observe(now: 5.1, offered: 9, accepted: 0, buffer: 0.1) == .fine)
  }

  @Test func threeStallsInTenSecondsAreTooMany() {
    var watch = StallWatch()
    var verdicts: [StallWatch.Verdict] = []
    for step in 0..<120 {
      let verdict = watch.observe(
        now: Double(step) * 0.025, offered: 100, accepted: 0, buffer: 0.1)
      if verdict != .fine { verdicts.append(verdict) }
    }
    #expect(verdicts.prefix(3) == [.restart, .restart, .giveUp])
  }

  @Test func rareStallsAreForgiven() {
    var watch = StallWatch()
    for round in 0..<10 {
      let start = Double(round) * 20
      #expect(watch.observe(now: start, offered: 9, accepted: 9, buffer: 0.2) == .fine)
      #expect(watch.observe(now: start + 0.39, offered: 9, accepted: 0, buffer: 0.2) == .fine)
      #expect(watch.observe(now: start + 0.41, offered: 9, accepted: 0, buffer: 0.2) == .restart)
    }
  }

  private let buffering = AudioBuffering(bufferFrames: 4800, periodFrames: 1200)

  /// A device that takes all at once always has room for it, one in time never.
  @Test(arguments: [(3, 4800, true), (100, 0, false)])
  func greedyDeviceIsUnpaced(_ steps: Int, _ room: Int, _ isUnpaced: Bool) {
    var watch = UnpacedWatch()
    for step in 0..<steps {
      let elapsed = Double(step) * 0.025
      watch.observe(
        elapsed: elapsed, written: 4800 + Int(elapsed * 48_000),
        status: AudioStatus(delayFrames: 0, availableFrames: room, isRunning: true),
        buffering: buffering)
    }
    #expect(watch.isUnpaced == isUnpaced)
  }
}
