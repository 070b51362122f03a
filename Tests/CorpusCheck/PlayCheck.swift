import Clients
import LibAV
import MediaCore
import Models
import Platform
import Playback
import TestSupport

/// Plays a clip with the engine in made-up time, looks at each frame and listens.
struct PlayCheck {
  /// A frame when it came.
  private struct Showing {
    var host: Double
    var time: Double
    var number: Int?
    var isWhite: Bool
  }

  private let expectation: Expectation
  private let host = SyntheticClock()
  private let listener = Listener()
  private let engine: SteppedEngine
  private let id = PlayerID(rawValue: 0)
  private var showings: [Showing] = []
  private var shownSerial: UInt64 = 0
  /// Host time at which the clip's time is 0.
  private var zero: Double?
  private(set) var faults: [String] = []

  /// Longer clips are played this far, in seconds.
  private static let limit = 75.0
  /// Of clips with few frames a second, this much shows what there is to see.
  private static let limitOfSlowClips = 20.0
  /// Fine enough for 240 frames a second.
  private static let step = 0.002

  init(_ expectation: Expectation, path: FilePath) {
    self.expectation = expectation
    let (host, listener) = (host, listener)
    engine = SteppedEngine(
      opener: LibAVOpener(),
      makeSink: { ListeningSink(listener) { host.now } },
      makeSpeedChanger: { TapeSpeedChanger() }, hostTime: { host.now })
    engine.client.setFrameArea(expectation.area)
    engine.client.setLoopMode(.off)
    engine.client.create(id, PlayerSource(.file(path)))
  }

  /// Does all of it.
  mutating func run() {
    engine.client.setWindow(PreloadWindow(current: id, neighbours: []))
    engine.client.play(id)
    let limit =
      expectation.length > Self.limit ? Self.limitOfSlowClips : expectation.length + 5
    let began = host.now
    var position = 0.0
    var movedAt = began
    while host.now - began < limit, host.now - movedAt < 1 {
      let next = settle()
      let now = engine.client.time(id).position
      if now > position {
        position = now
        movedAt = host.now
        if zero == nil { zero = host.now - now }
      }
      host.advance(by: max(min(next - host.now, Self.step), 1e-4))
    }
    let isWhole = expectation.length <= Self.limit
    checkFrames(until: isWhole ? .infinity : position)
    checkSound(until: position)
    if isWhole, !expectation.isStill { checkEnd(position) }
  }

  private mutating func settle() -> Double {
    var next = Double.infinity
    for _ in 0..<500 {
      next = engine.step()
      look()
      if next > host.now { break }
    }
    return next
  }

  private mutating func look() {
    guard let frame = engine.client.frame(id), frame.serial != shownSerial else { return }
    shownSerial = frame.serial
    let middle = frame.pixels.size.height / 2 * frame.pixels.size.width
    let isWhite = frame.pixels.withPixels { $0[middle] & 0xFF > 128 }
    showings.append(
      Showing(
        host: host.now, time: frame.presentationTime,
        number: expectation.look.number(in: frame.pixels), isWhite: isWhite))
  }

  private mutating func checkFrames(until limit: Double) {
    guard let clock = expectation.clock, let zero, clock.times.count > 1 else { return }
    let first = clock.isFree ? showings.first?.time ?? 0 : 0
    var missing = 0
    for (showing, index) in zip(showings, 0...) {
      // The first frame is shown before anything moves.
      let lateness = showing.host - zero - showing.time
      if index > 0, abs(lateness) > 0.03 {
        fail("a picture of \(rounded(showing.time)) s in time, got it \(rounded(lateness)) s late")
        break
      }
    }
    guard case .any = expectation.look else {
      for showing in showings where expectation.hasNumbers {
        let expected = clock.number(at: showing.time - first + 0.004)
        guard let number = showing.number else {
          missing += 1
          continue
        }
        if !(expected...expected + expectation.overlap).contains(number) {
          fail("frame \(expected) at \(rounded(showing.time)) s of play, got \(number)")
          break
        }
      }
      if missing > 0 { fail("pictures to be read in play, got \(missing) that cannot be") }
      return checkCount(clock, until: limit)
    }
    checkCount(clock, until: limit)
    if expectation.entry.group == "avsync" { checkFlashes() }
  }

  private mutating func checkCount(_ clock: FrameClock, until limit: Double) {
    let wanted = clock.times.prefix { $0 < limit - 0.01 }.count
    // One more or less at the ends is the writer's rounding.
    if abs(showings.count - wanted) > max(1, wanted / 50) {
      fail("\(wanted) pictures in play, got \(showings.count)")
    }
  }

  private mutating func checkFlashes() {
    let starts = zip(showings, showings.dropFirst()).filter { !$0.isWhite && $1.isWhite }
      .map { $1.time }
    let times = (showings.first?.isWhite == true ? [0] : []) + starts
    let wanted = (0..<Int(expectation.entry.duration)).map(Double.init)
    if times.count != wanted.count || zip(times, wanted).contains(where: { abs($0 - $1) > 0.02 }) {
      fail("\(wanted.count) flashes at whole seconds, got them at \(times.prefix(4).map(rounded))")
    }
  }

  private mutating func checkSound(until end: Double) {
    guard let score = BeepScore(of: expectation.entry) else { return }
    guard let zero else { return fail("play, got none") }
    let beeps = Beep.all(in: listener.pieces, from: zero)
    if let fault = score.fault(in: beeps, until: end) { fail(fault) }
  }

  private mutating func checkEnd(_ position: Double) {
    if abs(position - expectation.length) > expectation.durationTolerance {
      fail("an end at \(rounded(expectation.length)) s, got it at \(rounded(position))")
    }
  }

  private mutating func fail(_ fault: String) { faults.append("expected \(fault)") }
}
