import Models
import TestSupport
import Testing

@testable import MediaCore

@Suite struct PlaybackMachineTests {
  private typealias Supply = PlaybackMachine.Supply
  private typealias Request = PlaybackMachine.Request

  private let nothing = Supply(frames: 0, videoEnded: false, sound: 0, soundEnded: false)
  private let first = Supply(frames: 1, videoEnded: false, sound: 0, soundEnded: false)
  private let ample = Supply(frames: 2, videoEnded: false, sound: 0.2, soundEnded: false)
  private let plays: Request = (plays: true, serial: 1, loopMode: .off)
  private let holds: Request = (plays: false, serial: 1, loopMode: .off)

  @Test func startsWithFrameAndSound() {
    var machine = PlaybackMachine()
    #expect(machine.step(now: 0, request: plays, supply: nothing, isAtEnd: false) == .none)
    #expect(machine.phase == .loading)
    #expect(machine.step(now: 1, request: plays, supply: first, isAtEnd: false) == .none)
    #expect(machine.phase == .held)
    #expect(machine.primingDeadline == 1.3)
    #expect(machine.step(now: 1.1, request: plays, supply: ample, isAtEnd: false) == .start)
    #expect(machine.phase == .running)
  }

  @Test func waitsNoLongerThanThreeHundredMilliseconds() {
    var machine = PlaybackMachine()
    _ = machine.step(now: 1, request: plays, supply: first, isAtEnd: false)
    #expect(machine.step(now: 1.29, request: plays, supply: first, isAtEnd: false) == .none)
    #expect(machine.step(now: 1.31, request: plays, supply: first, isAtEnd: false) == .start)
  }

  @Test func soundAloneStarts() {
    var machine = PlaybackMachine()
    let sound = Supply(frames: 0, videoEnded: true, sound: 0.2, soundEnded: false)
    #expect(machine.step(now: 0, request: plays, supply: sound, isAtEnd: false) == .start)
  }

  @Test func pausesAndResumes() {
    var machine = PlaybackMachine()
    _ = machine.step(now: 0, request: plays, supply: ample, isAtEnd: false)
    #expect(machine.step(now: 1, request: holds, supply: ample, isAtEnd: false) == .hold)
    #expect(machine.step(now: 2, request: holds, supply: ample, isAtEnd: false) == .none)
    #expect(machine.step(now: 3, request: plays, supply: ample, isAtEnd: false) == .start)
  }

  @Test func underrunWaitsForData() {
    var machine = PlaybackMachine()
    var dry = first
    dry.isDry = true
    _ = machine.step(now: 0, request: plays, supply: ample, isAtEnd: false)
    #expect(machine.step(now: 1, request: plays, supply: dry, isAtEnd: false) == .hold)
    #expect(machine.step(now: 9, request: plays, supply: dry, isAtEnd: false) == .none)
    #expect(machine.step(now: 10, request: plays, supply: ample, isAtEnd: false) == .start)
  }

  @Test func endsOnceAndRestartsWhenAsked() {
    var machine = PlaybackMachine()
    _ = machine.step(now: 0, request: plays, supply: ample, isAtEnd: false)
    #expect(machine.step(now: 2, request: plays, supply: ample, isAtEnd: true) == .end)
    #expect(machine.step(now: 3, request: plays, supply: ample, isAtEnd: true) == .none)
    #expect(machine.step(now: 3, request: holds, supply: ample, isAtEnd: true) == .none)
    let again: Request = (plays: true, serial: 2, loopMode: .off)
    #expect(machine.step(now: 4, request: again, supply: ample, isAtEnd: true) == .restart)
    #expect(machine.phase == .loading)
  }

  @Test func loopRestartsAnEndedClip() {
    var machine = PlaybackMachine()
    _ = machine.step(now: 0, request: plays, supply: ample, isAtEnd: false)
    _ = machine.step(now: 2, request: plays, supply: ample, isAtEnd: true)
    let loops: Request = (plays: true, serial: 1, loopMode: .one)
    #expect(machine.step(now: 3, request: loops, supply: ample, isAtEnd: true) == .restart)
  }

  @Test(arguments: Fuzz.seeds(50))
  func startsAndStopsAlternate(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var machine = PlaybackMachine()
    var isRunning = false
    for step in 0..<2000 {
      if Int.random(in: 0..<50, using: &random) == 0 {
        machine.load()
        isRunning = false
      }
      let action = machine.step(
        now: Double(step) * 0.05,
        request: Request(
          plays: Bool.random(using: &random), serial: UInt64(step / 40),
          loopMode: LoopMode.allCases.randomElement(using: &random) ?? .one),
        supply: Supply(
          frames: Int.random(in: 0..<5, using: &random),
          videoEnded: Bool.random(using: &random),
          sound: Double.random(in: 0..<0.5, using: &random),
          soundEnded: Bool.random(using: &random)),
        isAtEnd: Int.random(in: 0..<10, using: &random) == 0)
      switch action {
      case .start:
        #expect(!isRunning, "seed \(seed)")
        isRunning = true
      case .hold, .end:
        #expect(isRunning, "seed \(seed)")
        isRunning = false
      case .restart: #expect(!isRunning, "seed \(seed)")
      case .none: break
      }
      #expect((machine.phase == .running) == isRunning, "seed \(seed)")
    }
  }
}

@Suite struct LateFramePolicyTests {
  private let policy = LateFramePolicy.self

  @Test func punctualFramesAreShown() {
    #expect(policy.shouldShow(lateness: -1, duration: 0.04, sinceShown: 0.04))
    #expect(policy.shouldShow(lateness: 0.04, duration: 0.04, sinceShown: 0.04))
    #expect(policy.shouldShow(lateness: 0.02, duration: 0.01, sinceShown: 0.01))
  }

  @Test func lateFramesAreDroppedButNotForLong() {
    #expect(!policy.shouldShow(lateness: 0.05, duration: 0.04, sinceShown: 0.05))
    #expect(policy.shouldShow(lateness: 5, duration: 0.04, sinceShown: 0.1))
  }

  @Test func aFastClipIsThinnedOutToThirtyFrames() {
    var shown = 0
    var scaledAt = -1.0
    for number in 0..<120 {
      let time = Double(number) / 60
      let isShown = policy.shouldShow(
        lateness: -0.05, duration: 1 / 60, sinceShown: 0, sinceScaled: time - scaledAt,
        isSparse: true)
      if isShown {
        scaledAt = time
        shown += 1
      }
    }
    #expect(shown == 60)
    #expect(
      policy.shouldShow(
        lateness: -0.05, duration: 0.033, sinceShown: 0, sinceScaled: 0.033, isSparse: true))
  }
}

@Suite struct DegradeLadderTests {
  @Test func staysAtFullQualityWithHeadroom() {
    var ladder = DegradeLadder()
    for step in 0..<1000 {
      let hasChanged = ladder.observe(
        now: Double(step) / 30, work: 0.015, period: 1 / 30, isLate: false)
      #expect(!hasChanged)
    }
    #expect(ladder.rung == .none)
  }

  @Test func degradesStepByStepUnderLoad() {
    var ladder = DegradeLadder()
    var rungs = [ladder.rung]
    var threads = [ladder.threadCount]
    for step in 0..<300
    where ladder.observe(now: Double(step) / 30, work: 0.05, period: 1 / 30, isLate: true) {
      rungs.append(ladder.rung)
      threads.append(ladder.threadCount)
    }
    #expect(rungs == DegradeRung.allCases)
    #expect(threads == [1, 1, 1, 2, 2, 2])
  }

  /// However often a rung was left too early: once it was not, the others follow quickly.
  @Test func descendsQuicklyOnceTheLoadIsGone() {
    var ladder = DegradeLadder()
    var now = 0.0
    func observe(_ work: Double, for seconds: Double, until rung: DegradeRung? = nil) {
      let end = now + seconds
      while now < end, ladder.rung != rung {
        now += 1 / 30
        _ = ladder.observe(now: now, work: work, period: 1 / 30, isLate: false)
      }
    }
    for _ in 0..<8 {
      observe(0.05, for: 10)
      #expect(ladder.isExhausted)
      // What is left on the last rung costs little.
      observe(0.001, for: 100, until: .referenceOnly)
    }
    observe(0.001, for: 140)
    #expect(ladder.rung == .none)
  }

  @Test func twoThreadsHaveOneStepLess() {
    var ladder = DegradeLadder(threadCount: 2)
    var rungs = [ladder.rung]
    for step in 0..<300
    where ladder.observe(now: Double(step) / 30, work: 0.05, period: 1 / 30, isLate: true) {
      rungs.append(ladder.rung)
    }
    #expect(rungs == DegradeRung.allCases.filter { $0 != .twoThreads })
  }

  @Test(arguments: Fuzz.seeds(50))
  func neverChangesFasterThanItsHysteresis(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var ladder = DegradeLadder()
    var now = 0.0
    var changedAt = -Double.infinity
    var before = ladder.rung
    for _ in 0..<5000 {
      now += Double.random(in: 0.001..<0.2, using: &random)
      let hasChanged = ladder.observe(
        now: now, work: Double.random(in: 0..<0.1, using: &random), period: 1 / 30,
        isLate: Int.random(in: 0..<8, using: &random) == 0)
      #expect(hasChanged == (ladder.rung != before), "seed \(seed)")
      guard hasChanged else { continue }
      let wait = ladder.rung > before ? DegradeLadder.settling : DegradeLadder.shortestPatience
      #expect(now - changedAt >= wait, "seed \(seed)")
      let step = abs(ladder.rung.rawValue - before.rawValue)
      #expect(step == 1 || step == 2 && ladder.threadCount == 2, "seed \(seed)")
      changedAt = now
      before = ladder.rung
    }
  }

  @Test func lateFramesAloneDegrade() {
    var ladder = DegradeLadder()
    for step in 0..<60 {
      _ = ladder.observe(
        now: Double(step) / 30, work: 0.001, period: 1 / 30, isLate: step % 4 == 0)
    }
    #expect(ladder.rung > .none)
  }

  @Test func recoversAfterThreeCalmSeconds() {
    var ladder = DegradeLadder()
    var now = 0.0
    while ladder.rung == .none {
      now += 1.0 / 30
      _ = ladder.observe(now: now, work: 0.04, period: 1 / 30, isLate: false)
    }
    let climbed = now
    while ladder.rung != .none, now < climbed + 60 {
      now += 1.0 / 30
      _ = ladder.observe(now: now, work: 0.005, period: 1 / 30, isLate: false)
    }
    #expect((3.0...4.0).contains(now - climbed))
  }

  @Test func oscillatesEverMoreSlowly() {
    var ladder = DegradeLadder()
    var changes: [Double] = []
    for step in 0..<30 * 240 {
      let now = Double(step) / 30
      // Too much with full effort, easy one rung up.
      let work = ladder.rung == .none ? 0.04 : 0.01
      if ladder.observe(now: now, work: work, period: 1 / 30, isLate: false) {
        changes.append(now)
      }
    }
    let early = changes.filter { $0 < 60 }.count
    let late = changes.filter { $0 >= 180 }.count
    #expect(late * 2 < early)
  }
}

@Suite struct HeavyClipTests {
  @Test(arguments: [
    (1920, 1080, 60.0, "h264", true), (1920, 1080, 30.0, "h264", false),
    (3840, 2160, 30.0, "h264", true), (3840, 2160, 10.0, "h264", false),
    (3840, 2160, 10.0, "hevc", true), (1440, 2560, 10.0, "av1", true),
    (1920, 1080, 30.0, "hevc", false),
  ])
  func sizeRateAndCodecDecide(
    width: Int, height: Int, rate: Double, codec: String, isHeavy: Bool
  ) {
    var info = MediaInfo()
    info.codedSize = PixelSize(width: width, height: height)
    info.frameRate = rate
    info.videoCodec = codec
    #expect(info.isHeavy == isHeavy)
  }
}

@Suite struct LoopTimelineTests {
  @Test func timesBelongToTheirLoop() {
    var timeline = LoopTimeline()
    timeline.beginTurn(at: 2)
    timeline.beginTurn(at: 4.5)
    #expect(timeline.turns.map(\.index) == [0, 1, 2])
    #expect(timeline.time(at: 1.5) == 1.5)
    #expect(timeline.time(at: 2) == 0)
    #expect(timeline.time(at: 4.25) == 2.25)
    #expect(timeline.time(at: 5) == 0.5)
    #expect(timeline.time(at: -1) == 0)
  }

  @Test func finishedLoopsAreForgottenOnce() {
    var timeline = LoopTimeline(index: 7)
    for turn in 1...5 { timeline.beginTurn(at: Double(turn)) }
    #expect(timeline.forgetTurns(before: 0.5) == 0)
    #expect(timeline.forgetTurns(before: 3.2) == 3)
    #expect(timeline.forgetTurns(before: 3.2) == 0)
    #expect(timeline.time(at: 3.5) == 0.5)
    #expect(timeline.turns.map(\.index) == [10, 11, 12])
  }
}
