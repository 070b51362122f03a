import Models
import TestSupport
import Testing

@testable import TerminalCore

/// What holds whatever the terminal does.
@Suite struct LinkPacerTests {
  private static let size = CellSize(columns: 80, rows: 24)

  private static let rates = [500, 1e4, 1e5, 1e6, 1e9]

  /// A pacer with what a terminal could make of it, in steps of random length.
  private struct Life {
    var pacer: LinkPacer
    var time = 100.0
    /// When the answers on their way will come.
    var answers: [(time: Double, isFence: Bool)] = []
    /// When the last byte of the frame under way leaves.
    var leaves: Double?
    var lastReady = 100.0

    init(policy: OutputPolicy) { pacer = LinkPacer(policy: policy) }
  }

  private static func policy(_ generator: inout SeededGenerator) -> OutputPolicy {
    OutputPolicy(
      isRemote: Bool.random(using: &generator),
      isMultiplexed: Int.random(in: 0..<4, using: &generator) == 0,
      options: TerminalOptions(
        quality: [nil, nil, .exact, .low].randomElement(using: &generator) ?? nil,
        maximumRate: [nil, nil, 0, 1, 20_000, .max].randomElement(using: &generator) ?? nil,
        maximumFrameRate: [nil, nil, 0, 5, 60, .infinity].randomElement(using: &generator) ?? nil))
  }

  @Test func knownRateIsReported() {
    func throughput(
      isRemote: Bool, isMultiplexed: Bool = false, maximumRate: Int? = nil, frames: Int
    ) -> Double {
      var pacer = LinkPacer(
        policy: OutputPolicy(
          isRemote: isRemote, isMultiplexed: isMultiplexed,
          options: TerminalOptions(maximumRate: maximumRate)))
      // A frame of 100 KB takes 0.1 s after a way of 10 ms.
      for frame in 0..<frames {
        let time = Double(frame)
        pacer.frameStarted(bytes: 100_000, lambda: nil, at: time)
        pacer.frameLeft(at: time + 0.01)
        pacer.answered(at: time + 0.02)
        pacer.answered(at: time + 0.12)
      }
      return pacer.report.throughput
    }
    #expect(throughput(isRemote: false, frames: 0) == .infinity)
    #expect(throughput(isRemote: true, frames: 0) == 0)
    #expect((0.9e6...1.1e6).contains(throughput(isRemote: true, frames: 5)))
    #expect((0.9e6...1.1e6).contains(throughput(isRemote: false, frames: 5)))
    #expect(throughput(isRemote: true, maximumRate: 200_000, frames: 5) == 200_000)
    #expect(throughput(isRemote: false, maximumRate: 200_000, frames: 0) == 200_000)
    // tmux takes anything; what is behind it nobody knows.
    #expect(throughput(isRemote: true, isMultiplexed: true, frames: 5) == 0)
    #expect(throughput(isRemote: false, isMultiplexed: true, frames: 5) > 0)
  }

  @Test func noTerminalStopsFramesOrIsFlooded() {
    for seed in UInt64(0)..<100 {
      var generator = SeededGenerator(seed: seed)
      let policy = Self.policy(&generator)
      var life = Life(policy: policy)
      var delay = Double.random(in: 0...0.4, using: &generator)
      var rate = Self.rates.randomElement(using: &generator) ?? 1e6
      var isAnswering = Bool.random(using: &generator)
      for step in 0..<300 {
        let jump = Int.random(in: 0..<200, using: &generator) == 0 ? 100.0 : 0.03
        life.time += Double.random(in: 0...jump, using: &generator)
        switch Int.random(in: 0..<120, using: &generator) {
        case 0: isAnswering.toggle()
        case 1: delay = Double.random(in: 0...2, using: &generator)
        case 2: for _ in 0..<100 { life.pacer.answered(at: life.time) }
        case 3: life.answers = Array(life.answers.dropFirst())
        case 4: rate = Self.rates.randomElement(using: &generator) ?? 1e6
        case 5:
          life.answers = []
          life.leaves = nil
          life.pacer.forget(at: life.time)
        default: break
        }
        advance(&life, rate: rate, delay: delay, isAnswering: isAnswering, &generator)
        check(life, seed, step)
      }
    }
  }

  private func advance(
    _ life: inout Life, rate: Double, delay: Double, isAnswering: Bool,
    _ generator: inout SeededGenerator
  ) {
    while let answer = life.answers.first, answer.time <= life.time {
      life.answers.removeFirst()
      if answer.isFence {
        life.pacer.fenceAnswered(at: life.time)
      } else {
        life.pacer.answered(at: life.time)
      }
    }
    if let leaves = life.leaves, leaves <= life.time {
      life.pacer.frameLeft(at: life.time)
      life.leaves = nil
    }
    life.pacer.timePassed(at: life.time)
    guard life.pacer.isReady(at: life.time) else { return life.pacer.frameRefused() }
    let limit = life.pacer.byteLimit(for: Self.size, at: life.time) ?? 100_000
    let hasFence = life.pacer.sendsFence(at: life.time)
    let bytes = 24 + Int.random(in: 0...min(limit, 100_000), using: &generator)
    let lambda = [nil, life.pacer.lambda, life.pacer.lambda * 10].randomElement(using: &generator)
    life.pacer.frameStarted(
      bytes: bytes, lambda: lambda ?? nil, hasFence: hasFence, at: life.time)
    life.lastReady = life.time
    if Bool.random(using: &generator) {
      life.pacer.frameLeft(at: life.time)
    } else {
      life.leaves = life.time + 0.05
    }
    if isAnswering {
      let start = max(life.time + delay, life.answers.last?.time ?? 0)
      if hasFence { life.answers.append((start, true)) }
      life.answers += [(start, false), (start + Double(bytes) / rate, false)]
    }
  }

  private func check(_ life: Life, _ seed: UInt64, _ step: Int) {
    var comment: Comment { "seed \(seed), step \(step)" }
    let (pacer, report) = (life.pacer, life.pacer.report)
    #expect(pacer.lambda >= pacer.policy.lambda && pacer.lambda <= 64, comment)
    let limit = pacer.byteLimit(for: Self.size, at: life.time)
    #expect(limit.map { $0 > 0 && $0 < 8 << 20 } ?? true, comment)
    let timing = pacer.timing
    #expect((0...DisplayTiming.longestLead).contains(timing.lead), comment)
    #expect((0...10).contains(timing.shortestInterval), comment)
    #expect(report.rate.map { $0 >= 1 && $0 < .infinity } ?? true, comment)
    #expect(report.framesInFlight <= 128, comment)
    #expect(report.queueingDelay >= 0 && report.queueingDelay < .infinity, comment)
    // Some time later a frame can start, whatever has not been answered.
    if life.leaves == nil, pacer.policy.options.maximumRate == nil {
      var later = pacer
      let slowest = max(pacer.policy.shortestInterval, 1)
      later.timePassed(at: life.time + slowest + 0.01)
      #expect(later.isReady(at: life.time + slowest + 0.01), comment)
    }
    // It is never asked in vain when to look again.
    if life.leaves == nil, !pacer.isReady(at: life.time) {
      let next = pacer.nextLook(at: life.time)
      #expect(next.map { $0 > life.time && $0 < .infinity } ?? false, comment)
    }
  }

  /// A frame is there when it has arrived, however many follow it without a gap.
  @Test func wayOfAFrameIsItsOwn() {
    var pacer = LinkPacer(policy: OutputPolicy(isRemote: true, isMultiplexed: false))
    #expect(pacer.timeToScreen(ofFrame: 0, at: 0) == 0)
    for time in [0.0, 1] {
      pacer.frameStarted(bytes: 10_000, lambda: nil, at: time)
      pacer.frameLeft(at: time)
      pacer.answered(at: time + 0.1)
      pacer.answered(at: time + 0.2)
    }
    pacer.frameStarted(bytes: 10_000, lambda: nil, at: 2)
    let frame = pacer.frameCount
    #expect(frame == 3 && pacer.timeToScreen(ofFrame: frame, at: 2) == nil)
    pacer.frameLeft(at: 2.01)
    let way = pacer.timeToScreen(ofFrame: frame, at: 2.01)
    #expect((0.1...0.2).contains(way ?? 0), "\(way ?? 0)")
    // The next one is being written.
    pacer.frameStarted(bytes: 10_000, lambda: nil, at: 2.05)
    #expect(pacer.timeToScreen(ofFrame: frame, at: 2.05).map { $0 < way ?? 0 } ?? false)
    #expect(pacer.timeToScreen(ofFrame: frame + 1, at: 2.05) == nil)
    pacer.answered(at: 2.1)
    pacer.answered(at: 2.2)
    #expect(pacer.timeToScreen(ofFrame: frame, at: 2.2) == 0)
    #expect(pacer.timeToScreen(ofFrame: frame + 1, at: 2.2) == nil)
  }

  @Test func unsolicitedAcknowledgementsAreIgnored() {
    var pacer = LinkPacer(policy: OutputPolicy(isRemote: true, isMultiplexed: false))
    for index in 0..<10_000 { pacer.answered(at: Double(index) * 0.001) }
    #expect(pacer.report.framesInFlight == 0)
    #expect(pacer.report.roundTrip == nil)
    #expect(pacer.isReady(at: 10))
    pacer.frameStarted(bytes: 20_000, lambda: 2, at: 10)
    pacer.frameLeft(at: 10)
    #expect(!pacer.isReady(at: 10))
    #expect(pacer.report.bytesInFlight == 20_000)
  }

  @Test func silentTerminalIsSentLittle() {
    var pacer = LinkPacer(policy: OutputPolicy(isRemote: true, isMultiplexed: false))
    var time = 0.0
    for _ in 0..<100 {
      pacer.frameStarted(bytes: 10_000, lambda: 2, at: time)
      pacer.frameLeft(at: time)
      pacer.answered(at: time + 0.02)
      pacer.answered(at: time + 0.04)
      time += 0.05
    }
    var sent = 0
    for _ in 0..<6000 {
      time += 0.01
      pacer.timePassed(at: time)
      guard pacer.isReady(at: time) else { continue }
      let bytes = pacer.byteLimit(for: Self.size, at: time) ?? .max
      sent += bytes
      pacer.frameStarted(bytes: bytes, lambda: 2, hasFence: pacer.sendsFence(at: time), at: time)
      pacer.frameLeft(at: time)
    }
    // A minute without an answer.
    #expect((20_000..<300_000).contains(sent))
    // The answers come after all.
    for _ in 0..<100 { pacer.answered(at: time) }
    #expect(pacer.report.framesInFlight > 0)
    pacer.fenceAnswered(at: time)
    for _ in 0..<200 { pacer.answered(at: time) }
    #expect(pacer.isReady(at: time + 0.1))
    #expect(pacer.report.framesInFlight == 0)
  }

  @Test func lateAcknowledgementRestoresFlowControl() {
    var pacer = LinkPacer(policy: OutputPolicy(isRemote: true, isMultiplexed: false))
    pacer.frameStarted(bytes: 20_000, lambda: 2, at: 0)
    pacer.frameLeft(at: 0)
    pacer.timePassed(at: 1.1)
    #expect(pacer.report.isAcknowledging == false)
    #expect(pacer.isReady(at: 1.1))
    pacer.frameStarted(bytes: 1000, lambda: 2, at: 1.1)
    pacer.frameLeft(at: 1.1)
    pacer.answered(at: 1.5)
    #expect(pacer.report.isAcknowledging == true)
  }

  /// Whether the old ones arrive after all or are lost.
  @Test(arguments: [0, 1, 2])
  func acknowledgementsBeforeAFenceAreNotCounted(late: Int) {
    var pacer = LinkPacer(policy: OutputPolicy(isRemote: false, isMultiplexed: false))
    var time = 0.0
    /// A frame whose two answers come after a time.
    func show(answerAfter delay: Double) {
      #expect(!pacer.sendsFence(at: time))
      pacer.frameStarted(bytes: 2_000, lambda: 2, at: time)
      pacer.frameLeft(at: time)
      pacer.answered(at: time + delay)
      pacer.answered(at: time + delay + 0.02)
      time += delay + 0.04
    }
    for _ in 0..<10 { show(answerAfter: 0.1) }
    let rate = pacer.report.rate
    // The link stands still between the two answers to a frame.
    pacer.frameStarted(bytes: 2_000, lambda: 2, at: time)
    pacer.frameLeft(at: time)
    if late < 2 { pacer.answered(at: time + 0.1) }
    time += 2
    #expect(pacer.isReady(at: time) && pacer.sendsFence(at: time))
    pacer.frameStarted(bytes: 2_000, lambda: 2, hasFence: true, at: time)
    pacer.frameLeft(at: time)
    #expect(!pacer.sendsFence(at: time + 2))
    // The old answers, long after the new frame was sent; then those to fence and frame.
    for _ in 0..<late { pacer.answered(at: time + 0.4) }
    pacer.fenceAnswered(at: time + 0.5)
    pacer.answered(at: time + 0.5)
    pacer.answered(at: time + 0.52)
    #expect(pacer.awaitedReplies == 0)
    time += 1
    for _ in 0..<3 { show(answerAfter: 0.1) }
    #expect(abs((pacer.report.roundTrip ?? 0) - 0.1) < 0.01)
    #expect(abs((pacer.report.rate ?? 0) / (rate ?? 1) - 1) < 0.1)
  }

  /// Of a terminal that has no other reply.
  @Test func fenceIsGivenUp() {
    var pacer = LinkPacer(policy: OutputPolicy(isRemote: true, isMultiplexed: false))
    var time = 0.0
    for _ in 0..<5 {
      pacer.frameStarted(bytes: 9_000, lambda: 2, at: time)
      pacer.frameLeft(at: time)
      pacer.answered(at: time + 0.02)
      time += 2
      if pacer.sendsFence(at: time) { break }
    }
    pacer.frameStarted(bytes: 9_000, lambda: 2, hasFence: true, at: time)
    pacer.frameLeft(at: time)
    pacer.answered(at: time + 0.02)
    pacer.answered(at: time + 0.04)
    #expect(pacer.awaitedReplies == 3)
    pacer.timePassed(at: time + 10.1)
    #expect(pacer.awaitedReplies == 0)
  }

  @Test func nothingLargeIsSentToAnUnknownTerminal() {
    for (isRemote, isMultiplexed) in [(false, false), (true, false), (false, true), (true, true)] {
      var pacer = LinkPacer(
        policy: OutputPolicy(isRemote: isRemote, isMultiplexed: isMultiplexed))
      #expect(pacer.byteLimit(for: Self.size, at: 0) == 3_000)
      pacer.frameStarted(bytes: 3_000, lambda: 2, at: 0)
      pacer.frameLeft(at: 0)
      // A page without a picture may have been the first.
      #expect(pacer.isReady(at: 0.05) && pacer.byteLimit(for: Self.size, at: 0.05) == 3_000)
      var images = pacer
      images.hasWholeFrames = true
      #expect(!images.isReady(at: 0.05))
      pacer.frameStarted(bytes: 3_000, lambda: 2, at: 0.05)
      pacer.frameLeft(at: 0.05)
      #expect(!pacer.isReady(at: 0.9))
      // 3 KB in 20 ms each.
      for time in [0.09, 0.11, 0.14, 0.16] { pacer.answered(at: time) }
      #expect(pacer.isReady(at: 0.2))
      #expect((pacer.byteLimit(for: Self.size, at: 0.2) ?? .max) > 3_000)
    }
  }

  @Test func whoRepliesIsWaitedForWhenLeaving() {
    var pacer = LinkPacer(policy: OutputPolicy(isRemote: true, isMultiplexed: false))
    pacer.frameStarted(bytes: 3_000, lambda: 2, at: 0)
    pacer.frameLeft(at: 0)
    #expect(pacer.lastPatience(at: 0.1) == 0.3)
    for time in [0.02, 0.1] { pacer.answered(at: time) }
    #expect(pacer.awaitedReplies == 0)
    pacer.frameStarted(bytes: 3_000, lambda: 2, at: 0.2)
    pacer.frameLeft(at: 0.2)
    #expect(pacer.lastPatience(at: 1.1) == 1)
    #expect(pacer.lastPatience(at: 1.3) == 0.3)
    pacer.frameStarted(bytes: 3_000, lambda: 2, hasFence: true, at: 1.3)
    #expect(pacer.isFenced && pacer.lastPatience(at: 1.4) == 0.3)
  }

  @Test func suspendResetsBytesInFlight() {
    var pacer = LinkPacer(policy: OutputPolicy(isRemote: true, isMultiplexed: false))
    pacer.frameStarted(bytes: 20_000, lambda: 2, at: 0)
    pacer.forget(at: 0.5)
    #expect(pacer.report.bytesInFlight == 0)
    #expect(pacer.awaitedReplies == 0)
    #expect(pacer.isReady(at: 0.5))
  }

  @Test func onlyTheLinkLowersQuality() {
    var policy = OutputPolicy(isRemote: false, isMultiplexed: false)
    policy.options.quality = .exact
    var pacer = LinkPacer(policy: policy)
    #expect(pacer.lambda == 0)
    pacer.frameStarted(bytes: 200_000, lambda: 0, at: 0)
    pacer.frameLeft(at: 0)
    #expect(pacer.lambda == 0)
    pacer.answered(at: 0.02)
    pacer.answered(at: 0.42)
    pacer.frameStarted(bytes: 200_000, lambda: 0, at: 0.5)
    #expect(pacer.lambda > 0)
  }
}
