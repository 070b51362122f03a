import Models
import Platform
import TestSupport
import Testing

@testable import MediaCore

@Suite struct AudioPlacementTests {
  @Test func piecesThatFollowEachOtherAreKeptWhole() {
    var placement = AudioPlacement(origin: 0, sampleRate: 48_000)
    for piece in 0..<100 {
      let decision = placement.place(at: Double(piece * 1024) / 48_000, count: 1024)
      #expect(decision == .init(silence: 0, skipped: 0, kept: 1024))
    }
    #expect(placement.frames == 102_400)
  }

  @Test func aGapBecomesSilence() {
    var placement = AudioPlacement(origin: 1, sampleRate: 48_000)
    _ = placement.place(at: 1, count: 480)
    #expect(placement.place(at: 1.06, count: 480) == .init(silence: 2400, skipped: 0, kept: 480))
    #expect(abs(placement.end - 1.07) < 1e-9)
  }

  @Test func anOverlapIsCut() {
    var placement = AudioPlacement(origin: 1, sampleRate: 48_000)
    #expect(placement.place(at: 0.9, count: 9600) == .init(silence: 0, skipped: 4800, kept: 4800))
    #expect(placement.place(at: 0.5, count: 4800) == .init(silence: 0, skipped: 4800, kept: 0))
    #expect(abs(placement.end - 1.1) < 1e-9)
  }

  @Test func roundedTimestampsNeitherClickNorDrift() {
    var placement = AudioPlacement(origin: 0, sampleRate: 48_000)
    for piece in 0..<1000 {
      let exact = Double(piece * 1024) / 48_000
      let decision = placement.place(at: (exact * 1000).rounded() / 1000, count: 1024)
      #expect(decision.silence == 0 && decision.skipped == 0)
    }
    #expect(placement.frames == 1_024_000)
  }

  @Test func driftIsCorrectedWhenItCanBeHeard() {
    var placement = AudioPlacement(origin: 0, sampleRate: 48_000)
    for piece in 0..<1000 {
      // The timestamps say 0.1 % more than there are samples.
      _ = placement.place(at: Double(piece * 1024) / 48_000 * 1.001, count: 1024)
    }
    #expect(abs(placement.end - 1000 * 1024 / 48_000 * 1.001) < 0.006 + 1024 / 48_000)
  }

  @Test func soundMayBeginLate() {
    var placement = AudioPlacement(origin: 0, sampleRate: 48_000)
    #expect(placement.place(at: 30, count: 10).silence == 30 * 48_000)
  }

  @Test(arguments: [95_443.7, -95_443.7])
  func aBrokenTimestampIsNotBelieved(jump: Double) {
    var placement = AudioPlacement(origin: 0, sampleRate: 48_000)
    _ = placement.place(at: 0, count: 480)
    #expect(placement.place(at: jump, count: 480) == .init(silence: 0, skipped: 0, kept: 480))
    let next = placement.place(at: jump + 0.01, count: 480)
    #expect(next == .init(silence: 0, skipped: 0, kept: 480))
    #expect(placement.place(at: .nan, count: 480).kept == 480)
  }

  @Test(arguments: [4e15, -4e15, .nan, .infinity, 1e308, -1e308])
  func aTimeOutOfAllBoundsCountsAsTheEnd(time: Double) {
    var placement = AudioPlacement(origin: 0, sampleRate: 48_000)
    #expect(placement.framesMissing(until: time) == 0)
    for piece in 0..<10 {
      let decision = placement.place(at: piece % 2 == 0 ? time : -time, count: 480)
      #expect(decision == .init(silence: 0, skipped: 0, kept: 480))
    }
    #expect(placement.place(at: 0.11, count: 480).silence == 480)
  }

  @Test func anOriginThatIsNoNumberIsHarmless() {
    var placement = AudioPlacement(origin: .nan, sampleRate: 48_000)
    #expect(placement.place(at: 1, count: 480).kept == 480)
    #expect(placement.framesMissing(until: 2) >= 0)
  }

  @Test func missingFramesAreCounted() {
    var placement = AudioPlacement(origin: 2, sampleRate: 48_000)
    _ = placement.place(at: 2, count: 48_000)
    #expect(placement.framesMissing(until: 3.5) == 24_000)
    #expect(placement.framesMissing(until: 2.5) == 0)
    #expect(placement.framesMissing(until: .infinity) == 0)
    placement.placeSilence(24_000)
    #expect(placement.framesMissing(until: 3.5) == 0)
  }
}

@Suite struct PCMBufferTests {
  private func frames(_ range: Range<Int>) -> ArraySlice<Int16> {
    range.flatMap { [Int16(truncatingIfNeeded: $0), Int16(truncatingIfNeeded: -$0)] }[...]
  }

  @Test func whatGoesInComesOutInOrder() {
    var buffer = PCMBuffer(origin: 0, lookAhead: 0.01, history: 0.01)
    var written = 0
    var read: [Int16] = []
    while written < 5000 {
      written += buffer.append(frames(written..<written + 100))
      _ = buffer.read(77, appendingTo: &read)
    }
    #expect(read == Array(frames(0..<read.count / 2)))
  }

  @Test func holdsNoMoreThanItsLookAhead() {
    var buffer = PCMBuffer(origin: 0, lookAhead: 0.01, history: 0.01)
    #expect(buffer.append(frames(0..<1000)) == 480)
    #expect(buffer.room == 0)
    #expect(buffer.appendSilence(10) == 0)
  }

  @Test func whatWasReadCanBeReadAgain() {
    var buffer = PCMBuffer(origin: 10, lookAhead: 0.01, history: 0.01)
    _ = buffer.append(frames(0..<480))
    var read: [Int16] = []
    _ = buffer.read(480, appendingTo: &read)
    _ = buffer.append(frames(480..<960))
    buffer.rewind(to: 10.005)
    #expect(buffer.lookAhead == 720)
    #expect(buffer.room == 0)
    read = []
    _ = buffer.read(2, appendingTo: &read)
    #expect(read == Array(frames(240..<242)))
  }

  @Test func rewindStaysWithinWhatIsKept() {
    var buffer = PCMBuffer(origin: 0, lookAhead: 0.01, history: 0.01)
    var read: [Int16] = []
    for round in 0..<10 {
      _ = buffer.append(frames(round * 480..<round * 480 + 480))
      _ = buffer.read(480, appendingTo: &read)
    }
    buffer.rewind(to: 0)
    #expect(buffer.readCount == 4800 - 960)
    buffer.rewind(to: 99)
    #expect(buffer.readCount == 4800)
    buffer.rewind(to: .nan)
    #expect(buffer.readCount == 4800)
    buffer.rewind(to: -4e15)
    #expect(buffer.readCount == 4800 - 960)
    buffer.rewind(to: .greatestFiniteMagnitude)
    #expect(buffer.readCount == 4800)
  }

  @Test func anOriginThatIsNoNumberIsHarmless() {
    var buffer = PCMBuffer(origin: .nan, lookAhead: 0.01, history: 0.01)
    _ = buffer.append(frames(0..<480))
    buffer.rewind(to: 1)
    #expect(buffer.lookAhead == 480)
  }

  @Test(arguments: 0..<20)
  func randomUseKeepsEachFrameInItsPlace(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var buffer = PCMBuffer(origin: 0, lookAhead: 0.02, history: 0.01)
    for _ in 0..<500 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let count = Int.random(in: 0..<700, using: &random)
        _ = buffer.append(frames(buffer.written..<buffer.written + count))
      case 1: buffer.rewind(to: buffer.readTime - Double.random(in: -0.01..<0.02, using: &random))
      default:
        let from = buffer.readCount
        var read: [Int16] = []
        let count = buffer.read(Int.random(in: 0..<400, using: &random), appendingTo: &read)
        #expect(read == Array(frames(from..<from + count)), "seed \(seed)")
      }
      #expect(buffer.readCount <= buffer.written, "seed \(seed)")
    }
  }
}

@Suite struct FaderTests {
  @Test func aChangeTakesFiveMilliseconds() {
    var fader = Fader(gain: 0)
    fader.fade(to: 1)
    var samples = [Int16](repeating: 10_000, count: 1000)
    fader.apply(to: &samples)
    #expect(samples[0] == 42 && samples[1] == 42)
    #expect(samples[2 * 119] == 5000)
    #expect(samples[2 * 239] == 10_000)
    let left = stride(from: 0, to: 1000, by: 2).map { samples[$0] }
    #expect(zip(left, left.dropFirst()).allSatisfy { $0 <= $1 && $1 - $0 < 50 })
  }

  @Test func silenceIsSilentAndFullIsUntouched() {
    var fader = Fader()
    var samples: [Int16] = [.min, .max, 5, -5]
    fader.apply(to: &samples)
    #expect(samples == [.min, .max, 5, -5])
    fader = Fader(gain: 0)
    fader.apply(to: &samples)
    #expect(samples == [0, 0, 0, 0])
  }

  @Test func advancingEqualsApplying() {
    var applied = Fader()
    var advanced = Fader()
    applied.fade(to: 0)
    advanced.fade(to: 0)
    var samples = [Int16](repeating: 1, count: 200)
    applied.apply(to: &samples)
    advanced.advance(by: 100)
    var one = [Int16](repeating: 10_000, count: 2)
    var other = one
    applied.apply(to: &one)
    advanced.apply(to: &other)
    #expect(abs(one[0] - other[0]) <= 1)
  }
}

@Suite struct NullSinkTests {
  @Test func takesSoundAsTimePasses() throws {
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
  @Test func aDeviceThatTakesSoundIsFine() {
    var watch = StallWatch()
    for step in 0..<100 {
      let verdict = watch.observe(
        now: Double(step) * 0.2, offered: 100, accepted: 100, buffer: 0.1)
      #expect(verdict == .fine)
    }
  }

  @Test func aDeviceWithNothingToTakeIsFine() {
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

  @Test func stallsFarApartAreForgiven() {
    var watch = StallWatch()
    for round in 0..<10 {
      let start = Double(round) * 20
      #expect(watch.observe(now: start, offered: 9, accepted: 9, buffer: 0.2) == .fine)
      #expect(watch.observe(now: start + 0.39, offered: 9, accepted: 0, buffer: 0.2) == .fine)
      #expect(watch.observe(now: start + 0.41, offered: 9, accepted: 0, buffer: 0.2) == .restart)
    }
  }

  private let buffering = AudioBuffering(bufferFrames: 4800, periodFrames: 1200)

  @Test func aDeviceThatTakesAllAtOnceIsUnpaced() {
    var watch = UnpacedWatch()
    for step in 0..<3 {
      let elapsed = Double(step) * 0.025
      watch.observe(
        elapsed: elapsed, written: 4800 + Int(elapsed * 48_000),
        status: AudioStatus(delayFrames: 0, availableFrames: 4800, isRunning: true),
        buffering: buffering)
    }
    #expect(watch.isUnpaced)
  }

  @Test func aDeviceInTimeIsNot() {
    var watch = UnpacedWatch()
    for step in 0..<100 {
      let elapsed = Double(step) * 0.025
      watch.observe(
        elapsed: elapsed, written: 4800 + Int(elapsed * 48_000),
        status: AudioStatus(delayFrames: 0, availableFrames: 0, isRunning: true),
        buffering: buffering)
    }
    #expect(!watch.isUnpaced)
  }
}
