import AppFeature
import Graphics
import Models
import Platform
import TerminalCore
import TestSupport
import Testing

@testable import TerminalUI

@Suite struct PanTests {
  @Test(arguments: [(200, 160), (320, 160), (3_200, 160), (96, 48), (40, 1)])
  func panVisitsBothEndsAndRests(_ length: Int, _ seen: Int) throws {
    let pan = try #require(Pan(length: length, seen: seen))
    let distance = length - seen
    #expect(pan.offset(at: 0) == distance / 2)
    #expect(pan.offset(at: Pan.rest) == distance / 2)
    let first = Pan.rest + pan.passDuration / 2
    let period = 2 * (Pan.rest + pan.passDuration)
    for turn in [0, 1, 7] {
      let start = first + Double(turn) * period
      for time in [0.01, Pan.rest / 2, Pan.rest - 0.01] {
        #expect(pan.offset(at: start + time) == 0)
        #expect(pan.isResting(at: start + time))
        let end = start + Pan.rest + pan.passDuration + time
        #expect(pan.offset(at: end) == distance)
        #expect(pan.isResting(at: end))
      }
    }
    #expect(!pan.isResting(at: first + Pan.rest + 1))
  }

  /// Four seconds and a part that grows with the way.
  @Test func longerPanTakesLonger() {
    #expect(Pan(length: 200, seen: 160).map { abs($0.passDuration - 4.75) < 0.001 } == true)
    #expect(Pan(length: 1_600, seen: 160).map { $0.passDuration == 31 } == true)
  }

  @Test(arguments: [(160, 160), (199, 160), (100, 160), (0, 0), (10, 0), (-5, 3)])
  func slightOverhangDoesNotPan(_ length: Int, _ seen: Int) {
    #expect(Pan(length: length, seen: seen) == nil)
  }

  /// No step is longer than one and a half times the mean, the first and last ones are short.
  @Test func panMovesSmoothly() throws {
    var generator = SeededGenerator(seed: Fuzz.seed)
    for _ in 0..<50 {
      let seen = generator.int(1..<400)
      let length: Int = seen * 5 / 4 + generator.int(1..<4_000)
      guard let pan = Pan(length: length, seen: seen) else { continue }
      let mean: Double = Double(pan.distance) * Pan.interval / pan.passDuration
      let most: Double = 1.5 * mean + 1
      var last = pan.offset(at: 0)
      var time = 0.0
      while time < 4 * (pan.passDuration + Pan.rest) {
        time += Pan.interval
        let offset = pan.offset(at: time)
        #expect((0...pan.distance).contains(offset))
        #expect(abs(Double(offset - last)) <= most, "\(length) of \(seen) at \(time)")
        if pan.isResting(at: time), pan.isResting(at: time - Pan.interval) {
          #expect(offset == last)
        }
        last = offset
      }
    }
    let pan = try #require(Pan(length: 1_000, seen: 100))
    for time in [-1, .nan, .infinity] { #expect(pan.offset(at: time) == 450) }
  }
}

/// Frames longer than the screen, in the view.
extension AppViewTests {
  /// A view of a panorama.
  private func makePanorama(
    isAnimated: Bool = true, width: Int = 4_000
  ) async -> AppView {
    details.withLock { $0 = MediaDetails(displaySize: PixelSize(width: width, height: 400)) }
    time.withLock { $0 = PlaybackTime(position: 0, duration: nil) }
    time.withLock { $0.isStill = true }
    let items = [
      FeedItem(id: ItemID(rawValue: 0), kind: .still(Clip(file: FilePath("wide.jpg")))),
      FeedItem(id: ItemID(rawValue: 1), kind: .still(Clip(file: FilePath("other.jpg")))),
    ]
    frames.withLock {
      $0[PlayerID(rawValue: 0)] = Frame(pixels: PixelBuffer(size: PixelSize(width: 40, height: 16)))
    }
    let (view, _) = makeView(items, isAnimated: isAnimated)
    await eventually { !terminal.screens.isEmpty }
    return view
  }

  @Test func filledFramePansFromEndToEnd() async throws {
    let view = await makePanorama()
    stills.withLock { $0 = [] }
    press("z")
    viewClock.pass(1)
    await eventually { stills.withLock { !$0.isEmpty } }
    let request = try #require(stills.withLock { $0.first })
    // 16 pixels high, and as wide as that makes it.
    #expect(request.area?.size == PixelSize(width: 160, height: 16))
    #expect(request.moment == .shown)
    // The large frame is there some time after it was asked for.
    await eventually {
      viewClock.pass(0.1)
      return terminal.exactness.last == false
    }
    let drawn = terminal.exactness.count
    viewClock.pass(5)
    #expect(terminal.exactness.count > drawn + 30)
    #expect(terminal.exactness[drawn...].contains(false))
    // A slow moment of the link does not end it: at rest, nothing would measure the link again.
    terminal.link.throughput = 10_000
    press(" ")
    viewClock.pass(1)
    press(" ")
    let resumed = terminal.exactness.count
    viewClock.pass(5)
    #expect(terminal.exactness.count > resumed + 30)
    // It is held by the user, and shown exactly.
    press(" ")
    viewClock.pass(1)
    #expect(terminal.exactness.last == true)
    withExtendedLifetime(view) {}
  }

  @Test func withoutMotionTheCenterIsShown() async {
    let view = await makePanorama(isAnimated: false)
    press("z")
    viewClock.pass(3)
    #expect(stills.withLock { $0.isEmpty })
    #expect(terminal.exactness.last == true)
    withExtendedLifetime(view) {}
    terminal.link.throughput = 10_000
    let slow = await makePanorama()
    press("z")
    viewClock.pass(3)
    #expect(stills.withLock { $0.isEmpty })
    withExtendedLifetime(slow) {}
  }

  @Test func matchingFrameDoesNotPan() async {
    let view = await makePanorama(width: 1_100)
    press("z")
    viewClock.pass(3)
    #expect(stills.withLock { $0.isEmpty })
    withExtendedLifetime(view) {}
  }
}
