import Graphics
import Models
import TestSupport
import Testing

@testable import TerminalCore

/// Pacer and encoder on slow links, in made-up time. 40 ms are there and back.
@Suite struct LinkSimulationTests {
  private static let size = CellSize(columns: 160, rows: 48)
  /// As many bytes as clips of films have; the second is a scene of another kind.
  private static let footage = frames(seed: 1, pan: (0.35, 0.1), count: 40)
  private static let other = frames(seed: 2, pan: (0.5, 0.3), count: 40)

  private static func frames(
    seed: UInt64, pan: (x: Double, y: Double), count: Int
  ) -> [PixelBuffer] {
    let footage = Footage(
      size: PixelSize(width: size.columns, height: size.rows * 2), seed: seed, pan: pan)
    return (0..<count).map(footage.frame)
  }

  /// There and back again, so that no cut is seen.
  private static func frame(_ number: Int, of clip: [PixelBuffer]) -> PixelBuffer {
    let turn = number % (2 * clip.count - 2)
    return clip[turn < clip.count ? turn : 2 * clip.count - 2 - turn]
  }

  private func simulation(
    rate: Double, delay: Double,
    policy: OutputPolicy = OutputPolicy(
      isRemote: true, isMultiplexed: false)
  ) -> LinkSimulation {
    LinkSimulation(
      size: Self.size, down: LinkModel(rate: rate, delay: delay), up: LinkModel(delay: delay),
      policy: policy)
  }

  /// What came of a simulation from a time on.
  private struct Figures {
    let framesPerSecond: Double
    let median: Double
    let highest: Double
    let bytesPerSecond: Double

    init(_ simulation: LinkSimulation, from start: Double) {
      let seconds = simulation.time - start
      let seen = simulation.frames.filter { $0.start >= start && $0.completion < .infinity }
      let latencies = seen.map(\.latency).sorted()
      framesPerSecond = Double(seen.count) / seconds
      median = latencies.isEmpty ? .infinity : latencies[latencies.count / 2]
      highest = latencies.isEmpty ? .infinity : latencies[latencies.count * 95 / 100]
      bytesPerSecond = Double(seen.reduce(0) { $0 + $1.bytes }) / seconds
    }
  }

  @Test func halfAMegabytePerSecondCarriesEveryFrame() {
    var simulation = simulation(rate: 0.5e6, delay: 0.02)
    simulation.play(until: 3.5) { Self.frame($0, of: Self.footage) }
    let figures = Figures(simulation, from: 1)
    #expect(figures.framesPerSecond >= 25)
    #expect(figures.median <= 0.06)
    #expect(figures.highest <= 0.25)
    // Nor is the link left idle.
    #expect(figures.bytesPerSecond >= 0.35e6)
    #expect(simulation.frames.suffix(60).allSatisfy { $0.psnr > 30 })
  }

  @Test func aQuarterOfAMegabytePerSecondCarriesHalf() {
    var simulation = simulation(rate: 0.25e6, delay: 0.02)
    simulation.play(until: 3.5) { Self.frame($0, of: Self.footage) }
    let figures = Figures(simulation, from: 1)
    #expect(figures.framesPerSecond >= 15)
    #expect(figures.median <= 0.25)
    #expect(figures.highest <= 0.25)
  }

  /// The first answer waits for a program that is busy starting, and answers are taken late.
  @Test(arguments: [0.05, 0.7], [(2e6, 0.08), (0.5e6, 0.04)])
  func latencyIsNotMistakenForASlowLink(busy: Double, link: (rate: Double, delay: Double)) {
    var simulation = simulation(rate: link.rate, delay: link.delay)
    simulation.jitter = 0.006
    simulation.hasSeekBar = true
    simulation.start(busyFor: busy)
    simulation.play(until: 4) { Self.frame($0, of: Self.footage) }
    let figures = Figures(simulation, from: 2)
    #expect(figures.framesPerSecond >= 27)
    #expect(figures.median <= link.delay + 0.04)
    #expect(simulation.frames.suffix(60).allSatisfy { $0.psnr > 34 })
    #expect(abs((simulation.pacer.report.roundTrip ?? 0) - 2 * link.delay) < 0.01)
  }

  @Test(arguments: [(1e6, 28.0, 0.15), (0.25e6, 22.0, 0.25), (0.25e6, 28.0, 0.4)])
  func aSwipeShowsTheNextClip(rate: Double, psnr: Double, limit: Double) {
    for phase in [0, 0.011, 0.022] {
      var simulation = simulation(rate: rate, delay: 0.025)
      let key = 1.5 + phase
      simulation.play(until: key + 0.025) { Self.frame($0, of: Self.footage) }
      let count = simulation.frames.count
      simulation.swipe()
      simulation.play(until: key + 0.5) { Self.frame($0, of: Self.other) }
      let seen = simulation.frames[count...].first { $0.psnr >= psnr }?.completion ?? .infinity
      #expect(seen - key <= limit, "phase \(phase)")
    }
  }

  /// The frames in motion are coarser than that.
  @Test func theFirstFrameIsSharpBeforeItMoves() {
    let moving = Self.frames(seed: 3, pan: (4, 3), count: 40)
    var simulation = simulation(rate: 0.12e6, delay: 0.025)
    let key = 1.5
    simulation.play(until: key + 0.025) { Self.frame($0, of: Self.footage) }
    let count = simulation.frames.count
    simulation.swipe()
    simulation.play(until: key + 1) { Self.frame($0, of: moving) }
    let seen = simulation.frames[count...]
    let sharp = seen.first { $0.psnr >= 28 }?.completion ?? .infinity
    #expect(sharp - key <= 0.4)
    #expect(seen.suffix(3).allSatisfy { $0.psnr < 28 })
    #expect(seen.filter { $0.frame == seen.first?.frame }.allSatisfy { $0.start - key < 0.4 })
  }

  /// A line that the pacer knows nothing of, with or without a hint from the environment.
  struct Line: CustomStringConvertible {
    let rate: Double
    let delay: Double
    let buffer: Int
    let isRemote: Bool

    static let all = [20e3, 60e3, 250e3, 1e6].flatMap { rate in
      [0.025, 0.1].flatMap { delay in
        [64 << 10, 2 << 20].flatMap { buffer in
          [false, true].map { Line(rate: rate, delay: delay, buffer: buffer, isRemote: $0) }
        }
      }
    }

    var description: String {
      "\(rate) B/s, \(delay) s, \(buffer) B\(isRemote ? ", remote" : "")"
    }
  }

  @Test(arguments: Line.all)
  func noLineIsFlooded(line: Line) throws {
    try expectNoFlood(line, pictureAfter: 0.04)
  }

  /// Whenever the first picture is ready, and in whatever pieces bytes arrive.
  @Test(arguments: [(0.01, 1448), (0.5, 1448), (0.04, 4096)])
  func noStartFloodsALine(picture: Double, packet: Int) throws {
    for line in Line.all where line.buffer > 1 << 20 {
      // With both acknowledgements of a frame in one packet a long round trip is overestimated.
      if packet > 1448, line.delay > 0.05 { continue }
      try expectNoFlood(line, pictureAfter: picture, packet: packet)
    }
  }

  private func expectNoFlood(
    _ line: Line, pictureAfter ready: Double, packet: Int = 1448
  ) throws {
    var simulation = LinkSimulation(
      size: Self.size,
      down: LinkModel(capacity: line.buffer, rate: line.rate, delay: line.delay, packet: packet),
      up: LinkModel(delay: line.delay),
      policy: OutputPolicy(isRemote: line.isRemote, isMultiplexed: false))
    simulation.start(busyFor: 0.005, page: 1_100)
    simulation.firstFrameTime = ready
    simulation.swipe()
    simulation.play(until: 2) { Self.frame($0, of: Self.footage) }
    let comment: Comment = "\(line), ready after \(ready) s, \(packet) B at once"
    // What arrives at once counts until all of it is there.
    let allowed = line.rate * (2 * line.delay + 0.15) + 8192 + Double(packet - 1448)
    #expect(Double(simulation.highestInFlight) <= allowed, comment)
    // The first picture does not wait for the page before it to be acknowledged.
    let first = try #require(simulation.frames.first, comment)
    #expect(first.start <= ready + 0.001, comment)
    if ready < line.delay { #expect(first.bytes <= 3_000, comment) }
    let count = simulation.frames.count { (1..<2).contains($0.completion) }
    #expect(count >= 6, comment)
    // What was learned of the link from the page alone does not last.
    if line.rate > 100e3 { #expect(simulation.frames.last?.psnr ?? 0 > 28, comment) }
  }

  /// A terminal at hand shows the second picture exactly, and then each one.
  @Test(arguments: [0.0002, 0.002])
  func fastTerminalGetsAnExactFrameAtOnce(delay: Double) {
    var simulation = simulation(
      rate: 100e6, delay: delay, policy: OutputPolicy(isRemote: false, isMultiplexed: false))
    simulation.start(busyFor: 0.005, page: 1_100)
    simulation.firstFrameTime = 0.04
    simulation.swipe()
    simulation.play(until: 1) { Self.frame($0, of: Self.footage) }
    #expect(simulation.frames.dropFirst().first.map { $0.lambda <= 1.25 } ?? false)
    #expect(simulation.frames.dropFirst(2).allSatisfy { $0.lambda <= 1 })
    #expect(simulation.frames.count >= 28)
  }

  /// Over a long round trip, where frames have the shortest limit and never follow one another.
  @Test func aLinkThatBecomesFasterIsNoticed() {
    var simulation = simulation(rate: 10e3, delay: 0.1)
    simulation.start(busyFor: 0.005, page: 1_100)
    simulation.play(until: 4) { Self.frame($0, of: Self.footage) }
    #expect((simulation.pacer.report.rate ?? 0) < 15e3)
    simulation.down.change(rate: 1e6)
    simulation.play(until: 8) { Self.frame($0, of: Self.footage) }
    #expect((simulation.pacer.report.rate ?? 0) > 0.7e6)
    #expect(simulation.frames.last?.psnr ?? 0 > 30)
  }

  /// A link that stands still, and then delivers all that was written.
  @Test(arguments: [60e3, 1e6], [false, true])
  func aStandstillIsNoFastLink(rate: Double, isRemote: Bool) {
    var simulation = simulation(
      rate: rate, delay: 0.025, policy: OutputPolicy(isRemote: isRemote, isMultiplexed: false))
    simulation.start(busyFor: 0.005, page: 1_100)
    simulation.play(until: 3) { Self.frame($0, of: Self.footage) }
    for seconds in [0.5, 1.5, 4] {
      simulation.down.pause(for: seconds, at: simulation.time)
      simulation.play(until: simulation.time + seconds + 4) { Self.frame($0, of: Self.footage) }
      // Short frames test whether it still does.
      let allowed = rate * 0.2 + 2 * 8192
      #expect(Double(simulation.highestInFlight) <= allowed)
      // The reply to the first request may come with the first packet of the frame.
      let roundTrip = simulation.pacer.report.roundTrip ?? 0
      #expect((0.05...(0.051 + 1_448 / rate)).contains(roundTrip))
      #expect((simulation.pacer.report.rate ?? .infinity) < 2 * rate)
      let last = simulation.frames.count { $0.completion > simulation.time - 1.1 }
      #expect(last >= 6)
    }
  }

  @Test func timingMeasuresTransit() {
    var simulation = simulation(rate: 1e6, delay: 0.05)
    simulation.play(until: 3) { Self.frame($0, of: Self.footage) }
    let median = Figures(simulation, from: 1).median
    #expect(abs(simulation.pacer.timing.lead - median) < 0.03)
    #expect(simulation.pacer.timing.shortestInterval == 0)
    #expect(abs((simulation.pacer.report.roundTrip ?? 0) - 0.1) < 0.01)
    #expect(abs((simulation.pacer.report.rate ?? 0) - 1e6) < 0.1e6)
  }

  /// Emptying the link to measure the way takes one round trip, not another one for the answer.
  @Test func measurementIsShort() {
    var simulation = simulation(rate: 1e6, delay: 0.1)
    simulation.start(busyFor: 0.1)
    simulation.play(until: 13) { Self.frame($0, of: Self.footage) }
    let starts = simulation.frames.map(\.start).filter { $0 > 3 }
    let pauses = zip(starts, starts.dropFirst()).map { $1 - $0 }.filter { $0 > 0.1 }
    #expect(pauses.count == 1 && pauses[0] < 0.25, "\(pauses)")
    #expect(abs((simulation.pacer.report.roundTrip ?? 0) - 0.2) < 0.01)
  }

  @Test func verySlowLinkGetsFewerFrames() {
    var simulation = simulation(rate: 0.05e6, delay: 0.02)
    simulation.play(until: 8) { Self.frame($0, of: Self.footage) }
    let figures = Figures(simulation, from: 4)
    #expect((3...15).contains(figures.framesPerSecond))
    #expect(figures.highest <= 0.4)
    #expect(simulation.pacer.timing.shortestInterval > 1.0 / 30)
  }

  @Test func userByteRateIsRespected() {
    var policy = OutputPolicy(isRemote: false, isMultiplexed: false)
    policy.options.maximumRate = 300_000
    for isAnswering in [true, false] {
      var simulation = simulation(rate: 50e6, delay: 0.001, policy: policy)
      simulation.isAnswering = isAnswering
      // For a second it is uncertain whether the terminal replies.
      simulation.play(until: 4) { Self.frame($0, of: Self.footage) }
      let sent = simulation.frames.filter { $0.start >= 1 }.reduce(0) { $0 + $1.bytes }
      #expect(Double(sent) <= 300_000 * 3.2)
      #expect(Double(sent) >= 300_000 * 3 * 0.7)
    }
  }

  @Test func userFrameRateIsRespected() {
    var policy = OutputPolicy(isRemote: false, isMultiplexed: false)
    policy.options.maximumFrameRate = 10
    var simulation = simulation(rate: 50e6, delay: 0.001, policy: policy)
    simulation.play(until: 2) { Self.frame($0, of: Self.footage) }
    #expect((19...21).contains(simulation.frames.count))
  }

  @Test func multiplexerGetsLittleAhead() {
    var simulation = simulation(
      rate: 50e6, delay: 0.0001, policy: OutputPolicy(isRemote: false, isMultiplexed: true))
    simulation.play(until: 1, framesPerSecond: 60) { Self.frame($0, of: Self.footage) }
    #expect(simulation.frames.allSatisfy { $0.bytes <= 6 * 160 * 48 + 24 && $0.lambda >= 2 })
    #expect((28...31).contains(simulation.frames.count))
  }

  @Test func silentTerminalGetsEveryFrame() {
    var simulation = simulation(
      rate: 20e6, delay: 0.001, policy: OutputPolicy(isRemote: true, isMultiplexed: false))
    simulation.isAnswering = false
    simulation.play(until: 2.5) { Self.frame($0, of: Self.footage) }
    #expect(simulation.pacer.report.isAcknowledging == false)
    #expect(Figures(simulation, from: 1.2).framesPerSecond > 28)
  }
}
