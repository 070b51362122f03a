import AppFeature
import Testing

@Suite struct SpinnerTests {
  @Test func aShortWaitShowsNothing() {
    var spinner = Spinner.hidden
    #expect(spinner.receive(.waitingBegan) == .wait(Spinner.delay, then: .delayElapsed))
    #expect(!spinner.isVisible)
    #expect(spinner.receive(.waitingEnded) == .stopWaiting)
    #expect(spinner == .hidden)
  }

  @Test func aLongWaitShowsTheSpinnerUntilItsEnd() {
    var spinner = Spinner.hidden
    _ = spinner.receive(.waitingBegan)
    #expect(spinner.receive(.delayElapsed) == .wait(Spinner.minimum, then: .minimumElapsed))
    #expect(spinner.isVisible)
    #expect(spinner.receive(.minimumElapsed) == .nothing)
    #expect(spinner.isVisible)
    #expect(spinner.receive(.waitingEnded) == .nothing)
    #expect(!spinner.isVisible)
  }

  @Test func aSpinnerOnceShownStaysForItsMinimum() {
    var spinner = Spinner.hidden
    _ = spinner.receive(.waitingBegan)
    _ = spinner.receive(.delayElapsed)
    _ = spinner.receive(.waitingEnded)
    #expect(spinner.isVisible)
    _ = spinner.receive(.minimumElapsed)
    #expect(!spinner.isVisible)
  }

  @Test func aWaitThatBeginsAgainMeanwhileKeepsIt() {
    var spinner = Spinner.hidden
    _ = spinner.receive(.waitingBegan)
    _ = spinner.receive(.delayElapsed)
    _ = spinner.receive(.waitingEnded)
    _ = spinner.receive(.waitingBegan)
    _ = spinner.receive(.minimumElapsed)
    #expect(spinner == .settled)
  }

  /// Whatever comes in whatever order: a spinner is never left behind when a wait has ended and
  /// every timer that was asked for has come back.
  @Test func noOrderOfEventsLeavesItBehind() {
    let events: [Spinner.Event] = [.waitingBegan, .waitingEnded, .delayElapsed, .minimumElapsed]
    func explore(_ spinner: Spinner, depth: Int) {
      if depth == 0 {
        var last = spinner
        _ = last.receive(.waitingEnded)
        _ = last.receive(.minimumElapsed)
        #expect(!last.isVisible, "left behind after \(spinner)")
        return
      }
      for event in events {
        var next = spinner
        _ = next.receive(event)
        explore(next, depth: depth - 1)
      }
    }
    explore(.hidden, depth: 6)
  }
}
