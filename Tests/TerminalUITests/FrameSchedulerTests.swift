import Models
import TestSupport
import Testing

@testable import TerminalUI

/// When what is drawn, in made-up time.
@Suite struct FrameSchedulerTests {
  private var scheduler = FrameScheduler()

  private func frame(_ serial: UInt64, generation: UInt64 = 0) -> Frame {
    Frame(
      pixels: PixelBuffer(size: PixelSize(width: 4, height: 2)), generation: generation,
      serial: serial)
  }

  /// Draws what is due, as a terminal would that shows everything exactly at once.
  @discardableResult
  private mutating func draw(
    _ newest: Frame?, isResting: Bool = false, _ course: FrameScheduler.Course = .staysInPlace,
    isExact: Bool = true, lambda: Double = 0, at time: Double
  ) -> FrameScheduler.Shot {
    let shot = scheduler.shot(
      newest: newest, PlaybackTime(position: time), isResting: isResting, course, at: time)
    #expect(!scheduler.isDue)
    scheduler.presented(shot, isExact: isExact, lambda: lambda, at: time)
    return shot
  }

  @Test mutating func firstScreenIncludesTheChrome() {
    #expect(scheduler.isDue)
    let shot = draw(nil, at: 0)
    #expect(shot.makesRows)
    #expect(!scheduler.isDue)
  }

  @Test mutating func frameIsDrawnOnceWithoutTheChrome() {
    draw(frame(1), at: 0)
    scheduler.frameArrived(frame(1), isSceneOutdated: false, at: 0.01)
    #expect(!scheduler.isDue)
    scheduler.frameArrived(frame(2), isSceneOutdated: false, at: 0.02)
    #expect(scheduler.isDue)
    let shot = draw(frame(2), at: 0.02)
    #expect(shot.frame?.serial == 2)
    #expect(!shot.makesRows && !shot.isExact)
    scheduler.frameArrived(frame(2), isSceneOutdated: true, at: 0.03)
    #expect(scheduler.isDue)
  }

  @Test mutating func nextFrameCountsWhereItWillFollow() {
    func frame(_ serial: UInt64) -> Frame {
      let pixels = PixelBuffer(size: PixelSize(width: 4, height: 2))
      return Frame(pixels: pixels, next: pixels, serial: serial)
    }
    draw(frame(1), at: 0)
    #expect(draw(frame(2), at: 0.1).frame?.next != nil)
    // The same frame again.
    #expect(draw(frame(2), at: 0.2).frame?.next == nil)
    // Frames were left out.
    #expect(draw(frame(4), at: 0.3).frame?.next == nil)
    #expect(draw(frame(5), isResting: true, at: 0.4).frame?.next == nil)
    #expect(draw(frame(6), .slides, at: 0.5).frame?.next == nil)
  }

  @Test mutating func seekUpdatesTheChromeAtOnce() {
    draw(frame(1), at: 0)
    let shot = draw(frame(2, generation: 1), at: 0.1)
    #expect(shot.makesRows)
  }

  @Test mutating func overloadUpdatesTheChromeWithTheNextFrame() {
    draw(frame(1), at: 0)
    for (serial, isOverloaded) in [(2, true), (3, true), (4, false), (5, false)] {
      let shot = scheduler.shot(
        newest: frame(UInt64(serial)), PlaybackTime(isOverloaded: isOverloaded), isResting: false,
        .staysInPlace, at: Double(serial))
      #expect(shot.makesRows == [2, 4].contains(serial))
      scheduler.presented(shot, isExact: true, lambda: 0, at: Double(serial))
    }
  }

  @Test mutating func seekBarIsDrawnWithFrames() {
    draw(frame(1), at: 0)
    scheduler.polls.keep(.bar, true, at: 0)
    scheduler.frameArrived(frame(2), isSceneOutdated: false, at: 0.15)
    draw(frame(2), at: 0.15)
    let taken1 = scheduler.polls.takes(.bar, at: 0.2)
    #expect(taken1)
    scheduler.lookAtBar(PlaybackTime(position: 0.2), isPlaying: true, at: 0.2)
    #expect(!scheduler.isDue)
    scheduler.frameArrived(frame(3), isSceneOutdated: false, at: 0.21)
    let shot = draw(frame(3), at: 0.21)
    #expect(shot.makesRows)
    scheduler.lookAtBar(PlaybackTime(position: 0.4), isPlaying: true, at: 0.4)
    #expect(!scheduler.isDue)
    // None has come since.
    scheduler.lookAtBar(PlaybackTime(position: 0.6), isPlaying: true, at: 0.6)
    #expect(scheduler.isDue)
  }

  @Test mutating func stoppedClipIsDrawnOnceMore() {
    scheduler.polls.keep(.bar, true, at: 0)
    draw(frame(1), isResting: true, at: 0)
    var playback = PlaybackTime(position: 0.1, isFetching: true)
    scheduler.lookAtBar(playback, isPlaying: false, at: 0.2)
    #expect(scheduler.isDue && scheduler.polls.keeps(.bar))
    draw(frame(1), isResting: true, at: 0.2)
    playback = PlaybackTime(position: 0.2)
    scheduler.lookAtBar(playback, isPlaying: false, at: 0.4)
    #expect(!scheduler.isDue && !scheduler.polls.keeps(.bar))
  }

  @Test mutating func pausedFrameIsDrawnUntilExact() {
    let shot = draw(frame(1), isResting: true, isExact: false, lambda: 100, at: 0)
    #expect(shot.isExact && scheduler.isDue)
    draw(frame(1), isResting: true, at: 0.1)
    #expect(!scheduler.isDue)
  }

  @Test mutating func coarseFirstFrameIsRefinedThenReplaced() {
    scheduler.turn()
    draw(frame(1), isExact: false, lambda: 100, at: 0)
    #expect(scheduler.isDue)
    let held = draw(frame(2), isExact: false, lambda: 100, at: 0.1)
    #expect(held.frame?.serial == 1 && held.isExact && scheduler.isDue)
    let shot = draw(frame(3), lambda: 4, at: 0.2)
    #expect(shot.frame?.serial == 1)
    #expect(scheduler.isDue)
    let next = draw(frame(3), lambda: 100, at: 0.21)
    #expect(next.frame?.serial == 3)
    #expect(!scheduler.isDue)
  }

  @Test mutating func pageSlidesWithItsFirstFrame() {
    draw(frame(9), at: 0)
    scheduler.turn()
    for step in 0..<5 {
      let shot = draw(frame(UInt64(step + 1)), .slides, at: Double(step) / 60)
      #expect(shot.frame?.serial == 1 && !shot.isExact)
      scheduler.frameArrived(frame(40), isSceneOutdated: true, at: Double(step) / 60)
      #expect(!scheduler.isDue)
    }
    scheduler.invalidate(.frame)
    let shot = draw(frame(6), at: 0.1)
    #expect(shot.frame?.serial == 1)
    #expect(scheduler.isDue)
    let next = draw(frame(6), at: 0.11)
    #expect(next.frame?.serial == 6)
    #expect(!scheduler.isDue)
  }

  /// An overview has no frame of its own; its tiles are thumbnails that move.
  @Test mutating func sheetIsExactOnlyAtRest() {
    let moving = draw(nil, isResting: true, .turnsTiles, isExact: false, at: 0)
    #expect(moving.frame == nil && !moving.isExact && !scheduler.isDue)
    let resting = draw(nil, isResting: true, .staysInPlace, isExact: false, at: 1)
    #expect(resting.isExact && scheduler.isDue)
  }

  @Test mutating func clipOfTheSameNameIsDrawn() {
    draw(frame(1), at: 0)
    scheduler.renew()
    let shot = draw(frame(1), at: 0.1)
    #expect(shot.makesRows)
    scheduler.renew()
    draw(nil, at: 0.2)
    scheduler.frameArrived(frame(1), isSceneOutdated: false, at: 0.3)
    #expect(scheduler.isDue)
  }

  @Test func pendingDamageAddsUp() {
    let debts: [FrameScheduler.Damage] = [.nothing, .rowsWithNextFrame, .frame, .screen]
    for first in debts {
      for second in debts {
        var scheduler = FrameScheduler()
        _ = scheduler.shot(
          newest: nil, PlaybackTime(), isResting: false, .staysInPlace, at: 0)
        scheduler.invalidate(first)
        scheduler.invalidate(second)
        let damage: Set<FrameScheduler.Damage> = [first, second]
        let frame = !damage.isDisjoint(with: [.frame, .screen])
        let rows = !damage.isDisjoint(with: [.rowsWithNextFrame, .screen])
        #expect(scheduler.isDue == frame, "\(first), \(second)")
        let shot = scheduler.shot(
          newest: nil, PlaybackTime(), isResting: false, .staysInPlace, at: 0)
        #expect(shot.makesRows == rows, "\(first), \(second)")
      }
    }
  }

  /// Whatever happens, in any order: a frame that came is shown in the end, and nothing is due then.
  @Test func latestFrameIsShownInTheEnd() {
    var generator = SeededGenerator(seed: Fuzz.seed)
    for _ in 0..<300 {
      var scheduler = FrameScheduler()
      var (time, serial): (Double, UInt64) = (0, 1)
      var last: FrameScheduler.Shot?
      func draw(_ course: FrameScheduler.Course, isResting: Bool, lambda: Double) {
        let shot = scheduler.shot(
          newest: frame(serial), PlaybackTime(), isResting: isResting, course, at: time)
        scheduler.presented(shot, isExact: lambda == 0, lambda: lambda, at: time)
        last = shot
      }
      for _ in 0..<generator.int(1..<60) {
        time += Double(generator.int(0..<80)) / 1000
        switch generator.int(0..<6) {
        case 0:
          serial += 1
          scheduler.frameArrived(frame(serial), isSceneOutdated: false, at: time)
        case 1: scheduler.turn()
        case 2:
          scheduler.lookAtBar(PlaybackTime(), isPlaying: Bool.random(using: &generator), at: time)
        case 3: scheduler.invalidate(.rowsWithNextFrame)
        case 4:
          draw(.slides, isResting: false, lambda: 50)
          scheduler.invalidate(.frame)
        default:
          if scheduler.isDue {
            draw(
              .staysInPlace, isResting: Bool.random(using: &generator),
              lambda: Double(generator.int(0..<3) * 20))
          }
        }
      }
      serial += 1
      scheduler.frameArrived(frame(serial), isSceneOutdated: false, at: time)
      var draws = 0
      while scheduler.isDue, draws < 100 {
        time += 0.02
        draw(.staysInPlace, isResting: false, lambda: 0)
        draws += 1
      }
      #expect(!scheduler.isDue && draws <= 2)
      #expect(last?.frame?.serial == serial)
    }
  }
}

@Suite struct PollScheduleTests {
  @Test func repeatingWakeupsRecur() {
    var polls = PollSchedule()
    #expect(polls.next == .infinity)
    polls.keep(.bar, true, at: 10)
    polls.keep(.bar, true, at: 10.1)
    #expect(polls.next == 10 + Look.bar.interval)
    let taken2 = polls.takes(.bar, at: 10.1)
    #expect(!taken2)
    let taken3 = polls.takes(.bar, at: 10.21)
    #expect(taken3)
    #expect(abs(polls.next - 10.4) < 1e-9)
    polls.keep(.bar, false, at: 10.3)
    #expect(polls.next == .infinity)
    let taken4 = polls.takes(.bar, at: 99)
    #expect(!taken4)
  }

  @Test func missedWakeupsAreNotRepeated() {
    var polls = PollSchedule()
    polls.keep(.spinner, true, at: 0)
    polls.keep(.record, true, at: 0)
    let taken5 = polls.takes(.spinner, at: 50)
    #expect(taken5)
    #expect(polls.next == 1)
    let taken6 = polls.takes(.record, at: 50)
    #expect(taken6)
    #expect(polls.next == 50 + Look.spinner.interval)
  }
}
