import Clients
import Composable
import ComposableTesting
import Models
import TestSupport
import Testing

@testable import AppFeature

@MainActor
@Suite struct StillItemTests {
  let clock = TestClock()

  private func makeStore(
    _ change: (inout ClipItem.State) -> Void = { _ in }
  ) -> TestStoreOf<ClipItem> {
    var state = ClipItem.State(item: .still(1), clip: Clip(file: FilePath("picture1.png")))
    state.play = .playing
    change(&state)
    return TestStore(initialState: state) {
      ClipItem()
    } withDependencies: {
      $0.clock = clock
    }
  }

  @Test func stillIsTimedFromWhenItIsReady() async {
    let store = makeStore()
    await store.send(.statusChanged(.opening)) {
      $0.status = .opening
      $0.spinner = .pending
    }
    await clock.advance(by: Spinner.delay / 2)
    await store.send(.statusChanged(.ready)) {
      $0.status = .ready
      $0.spinner = .hidden
    }
    await clock.advance(by: ClipItem.frameDuration - .milliseconds(1))
    await store.send(.spinner(.delayElapsed))
    await clock.advance(by: .milliseconds(1))
    await store.receive(.wasSeen)
  }

  @Test func slowStillShowsASpinner() async {
    let store = makeStore()
    await store.send(.statusChanged(.opening)) {
      $0.status = .opening
      $0.spinner = .pending
    }
    await clock.advance(by: Spinner.delay)
    await store.receive(.spinner(.delayElapsed)) { $0.spinner = .shown(waitEnded: false) }
    await clock.advance(by: Spinner.minimum)
    await store.receive(.spinner(.minimumElapsed)) { $0.spinner = .settled }
    await store.send(.statusChanged(.ready)) {
      $0.status = .ready
      $0.spinner = .hidden
    }
    await clock.advance(by: ClipItem.frameDuration)
    await store.receive(.wasSeen)
  }

  @Test func pausingAStillRestartsItsTimer() async {
    let store = makeStore { $0.status = .ready }
    await store.send(.playPauseTapped) { $0.play = .paused }
    await store.receive(.toast(.paused(true, of: 1)))
    await clock.advance(by: ClipItem.frameDuration * 10)
    await store.send(.playPauseTapped) { $0.play = .playing }
    await store.receive(.toast(.paused(false, of: 1)))
    await clock.advance(by: ClipItem.frameDuration / 2)
    await store.send(.playPauseTapped) { $0.play = .paused }
    await store.receive(.toast(.paused(true, of: 1)))
    await clock.advance(by: ClipItem.frameDuration)
    await store.send(.playPauseTapped) { $0.play = .playing }
    await store.receive(.toast(.paused(false, of: 1)))
    await clock.advance(by: ClipItem.frameDuration)
    await store.receive(.wasSeen)
  }

  @Test func cardOfAFailedStillIsTimedShorter() async {
    let store = makeStore()
    await store.send(.statusChanged(.failed(.damaged))) { $0.status = .failed(.damaged) }
    await clock.advance(by: ClipItem.cardDuration)
    await store.receive(.wasSeen)
  }

  @Test(arguments: [true, false])
  func hiddenStillIsNotTimed(isCovered: Bool) async {
    let store = makeStore {
      $0.play = isCovered ? .playing : .away
      $0.hold = isCovered ? .overlay : nil
    }
    await store.send(.statusChanged(.ready)) { $0.status = .ready }
    await clock.advance(by: ClipItem.frameDuration * 10)
    await store.finish()
  }

  @Test func offscreenPageShowsNoSpinner() async {
    let store = makeStore { $0.play = .away }
    await store.send(.statusChanged(.opening)) { $0.status = .opening }
    await store.finish()
  }
}
