import Models
import TestSupport
import Testing

@testable import TerminalUI

@Suite struct ScreenFiguresTests {
  @Test func replacedFramesAreCounted() {
    var figures = ScreenFigures()
    for serial: UInt64 in [1, 2, 2, 5, 6] {
      figures.presented(serial, of: PlayerID(rawValue: 1), isSwiping: false, at: 0)
    }
    #expect(figures.shown == 4)
    #expect(figures.droppedByLink == 2)
    figures.presented(nil, of: PlayerID(rawValue: 2), isSwiping: false, at: 0)
    figures.presented(40, of: PlayerID(rawValue: 2), isSwiping: false, at: 0)
    #expect(figures.shown == 1)
    #expect(figures.droppedByLink == 0)
    #expect(figures.total == 5)
  }

  @Test func swipeLatencyRunsFromKeyToFrame() {
    var figures = ScreenFigures()
    figures.presented(1, of: PlayerID(rawValue: 1), isSwiping: false, at: 1)
    figures.swipeBegan(at: 2)
    figures.presented(2, of: PlayerID(rawValue: 1), isSwiping: true, at: 2.001)
    figures.presented(nil, of: PlayerID(rawValue: 2), isSwiping: false, at: 2.004)
    #expect(figures.swipes.count == 0)
    figures.presented(1, of: PlayerID(rawValue: 2), isSwiping: false, at: 2.25)
    figures.presented(2, of: PlayerID(rawValue: 2), isSwiping: false, at: 2.5)
    #expect(figures.swipes.last == 0.25)
    #expect(figures.swipes.count == 1)
  }

  @Test func swipeToACardIsNotCounted() {
    var figures = ScreenFigures()
    figures.presented(1, of: PlayerID(rawValue: 1), isSwiping: false, at: 1)
    figures.swipeBegan(at: 2)
    figures.presented(nil, of: nil, isComplete: true, isSwiping: false, at: 2.1)
    figures.presented(1, of: PlayerID(rawValue: 2), isSwiping: false, at: 9)
    #expect(figures.swipes.count == 0)
  }

  @Test func swipeAtTheEndIsNotCounted() {
    var figures = ScreenFigures()
    figures.presented(1, of: PlayerID(rawValue: 1), isSwiping: false, at: 1)
    figures.swipeBegan(at: 2)
    figures.presented(2, of: PlayerID(rawValue: 1), isSwiping: false, at: 2.1)
    figures.presented(1, of: PlayerID(rawValue: 2), isSwiping: false, at: 9)
    #expect(figures.swipes.count == 0)
  }

  @Test func medianCoversTheLatestSwipes() {
    var times = SwipeTimes()
    #expect(times.median == nil)
    for index in 0..<100 { times.add(index < 50 ? 9 : 1) }
    times.add(3)
    #expect(times.last == 3)
    #expect(times.median == 1)
    #expect(times.count == 101)
  }

  @Test func ratesCoverTheLatestSamples() {
    var rates = RateWindow(count: 2)
    func look(_ count: Double, at time: Double) -> RateWindow.Counts {
      rates.look(
        RateWindow.Counts(count, 2 * count, 100 * count), at: time)
    }
    func growth(_ count: Double) -> RateWindow.Counts {
      RateWindow.Counts(count, 2 * count, 100 * count)
    }
    #expect(look(10, at: 5) == growth(0))
    #expect(look(20, at: 6) == growth(10))
    #expect(look(30, at: 7) == growth(10))
    #expect(look(30, at: 10) == growth(2.5))
  }
}
