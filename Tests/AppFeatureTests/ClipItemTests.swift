import Clients
import Composable
import ComposableTesting
import FoundationEssentials
import Models
import TestSupport
import Testing

@testable import AppFeature

@MainActor
@Suite struct ClipItemTests {
  let players = PlayerRecorder()
  let clock = TestClock()

  private func makeStore(
    _ change: (inout ClipItem.State) -> Void = { _ in }
  ) -> TestStoreOf<ClipItem> {
    let clip = Clip(file: FilePath("a.mp4"))
    var state = ClipItem.State(item: FeedItem(id: 1, kind: .clip(clip)), clip: clip)
    state.play = .playing
    change(&state)
    return TestStore(initialState: state) {
      ClipItem()
    } withDependencies: {
      $0.playerClient = players.client
      $0.clock = clock
      $0.date = DateGenerator { Date(timeIntervalSince1970: 0) }
    }
  }

  @Test func playPauseTogglesPlayback() async {
    let store = makeStore()
    await store.send(.playPauseTapped) { $0.play = .paused }
    await store.receive(.toast(.paused(true, of: 1)))
    #expect(players.takeCalls() == [.pause(1)])
    await store.send(.playPauseTapped) { $0.play = .playing }
    await store.receive(.toast(.paused(false, of: 1)))
    #expect(players.takeCalls() == [.play(1)])
  }

  @Test func playPauseAfterTheEndRestartsTheClip() async {
    let store = makeStore { $0.play = .ended }
    await store.send(.playPauseTapped) { $0.play = .playing }
    await store.receive(.toast(.paused(false, of: 1)))
    #expect(players.takeCalls() == [.seek(1, 0), .play(1)])
  }

  @Test func seeksAreRelativeToThePlayerPosition() async {
    players.setTime(PlaybackTime(position: 12, duration: 60), of: 1)
    let store = makeStore { $0.status = .ready }
    await store.send(.seekTapped(by: 5)) { $0.seekRun = SeekRun(5, at: 0) }
    await store.receive(.toast(.seek(by: 5, of: 1)))
    await store.send(.seekTapped(by: -30)) { $0.seekRun = SeekRun(-30, at: 0) }
    await store.receive(.toast(.seek(by: -30, of: 1)))
    await store.send(.jumpTapped(toFraction: 0.5))
    #expect(players.takeCalls() == [.seek(1, 17), .seek(1, -18), .seek(1, 30)])
  }

  @Test func jumpingToAFractionNeedsADuration() async {
    let store = makeStore { $0.status = .ready }
    await store.send(.jumpTapped(toFraction: 0.5))
    #expect(players.takeCalls() == [])
  }

  @Test func jumpingToTheStartNeedsNoDuration() async {
    let store = makeStore { $0.status = .ready }
    await store.send(.jumpTapped(toFraction: 0))
    #expect(players.takeCalls() == [.seek(1, 0)])
  }

  @Test func jumpWhileOpeningHappensOnceReady() async {
    players.setTime(PlaybackTime(position: 0, duration: 60), of: 1)
    let store = makeStore()
    await store.send(.jumpTapped(toFraction: 0.3)) { $0.pendingJump = 0.3 }
    await store.send(.jumpTapped(toFraction: 0.5)) { $0.pendingJump = 0.5 }
    #expect(players.takeCalls() == [])
    await store.send(.statusChanged(.ready)) {
      $0.status = .ready
      $0.pendingJump = nil
    }
    #expect(players.takeCalls() == [.seek(1, 30)])
  }

  @Test func spinnerAppearsAfterItsDelayForAMinimumTime() async {
    let store = makeStore()
    await store.send(.statusChanged(.opening)) {
      $0.status = .opening
      $0.spinner = .pending
    }
    await clock.advance(by: Spinner.delay)
    await store.receive(.spinner(.delayElapsed)) { $0.spinner = .shown(waitEnded: false) }
    await store.send(.statusChanged(.ready)) {
      $0.status = .ready
      $0.spinner = .shown(waitEnded: true)
    }
    await clock.advance(by: Spinner.minimum)
    await store.receive(.spinner(.minimumElapsed)) { $0.spinner = .hidden }
  }

  @Test func clipThatOpensQuicklyShowsNoSpinner() async {
    let store = makeStore()
    await store.send(.statusChanged(.opening)) {
      $0.status = .opening
      $0.spinner = .pending
    }
    await store.send(.statusChanged(.ready)) {
      $0.status = .ready
      $0.spinner = .hidden
    }
    await clock.advance(by: .seconds(5))
  }

  @Test func failureKeepsItsReasonAndItsCardCountsAsSeenAfterADelay() async {
    let store = makeStore()
    await store.send(.statusChanged(.failed(.damaged))) { $0.status = .failed(.damaged) }
    await clock.advance(by: ClipItem.cardDuration)
    await store.receive(.wasSeen)
  }

  @Test func cardOfAClipThatFailsWhileScrubbingCountsAfterRelease() async {
    let clip = Clip(file: FilePath("a.mp4"))
    var state = ClipItem.State(item: FeedItem(id: 1, kind: .clip(clip)), clip: clip)
    (state.play, state.hold, state.status) = (.playing, .seekBar, .failed(.damaged))
    let store = TestStore(initialState: state) {
      Reduce<ClipItem.State, ClipItem.Action> { state, _ in state.scrubEnded(at: 0.5) }
    } withDependencies: {
      $0.playerClient = players.client
      $0.clock = clock
    }
    await store.send(.playPauseTapped) { $0.hold = nil }
    await clock.advance(by: ClipItem.cardDuration)
    await store.receive(.wasSeen)
  }

  @Test func failedClipIgnoresPlayAndSeek() async {
    let store = makeStore { $0.status = .failed(.empty) }
    await store.send(.playPauseTapped)
    await store.send(.seekTapped(by: 5))
    await store.send(.jumpTapped(toFraction: 0.5))
    #expect(players.takeCalls() == [])
  }

  @Test func steppingPausesAndMovesByOneFrame() async {
    let store = makeStore { $0.status = .ready }
    await store.send(.stepTapped(by: 1)) { $0.play = .paused }
    await store.send(.stepTapped(by: -1))
    #expect(players.takeCalls() == [.step(1, 1), .step(1, -1)])
    await store.send(.playPauseTapped) { $0.play = .playing }
    await store.receive(.toast(.paused(false, of: 1)))
    #expect(players.takeCalls() == [.play(1)])
  }

  @Test func steppingBackFromTheEndPauses() async {
    let store = makeStore {
      $0.status = .ready
      $0.play = .ended
    }
    await store.send(.stepTapped(by: -1)) {
      $0.play = .paused
    }
  }

  @Test func steppingBeforeReadyIsIgnored() async {
    let store = makeStore()
    await store.send(.stepTapped(by: 1))
    #expect(players.takeCalls() == [])
  }

  @Test func soundTracksCycle() async {
    let tracks = [
      MediaTrack(id: 1, codec: "aac", language: "eng"),
      MediaTrack(id: 4, codec: "ac3", language: "deu"),
    ]
    players.setDetails(
      MediaDetails(soundTracks: tracks), tracks: TrackChoice(sound: 1), of: 1)
    let store = makeStore { $0.status = .ready }
    for _ in 0..<2 {
      await store.send(.soundTrackTapped)
      await store.receive(
        .toast(.soundTrack(TrackSelection(after: 1, of: tracks, canBeNone: false), of: 1)))
      await store.send(.soundTrackTapped)
      await store.receive(
        .toast(.soundTrack(TrackSelection(after: 4, of: tracks, canBeNone: false), of: 1)))
    }
    #expect(
      players.takeCalls() == [
        .soundTrack(1, 4), .soundTrack(1, 1), .soundTrack(1, 4), .soundTrack(1, 1),
      ])
  }

  @Test func onlySoundTrackStaysSelectedAndIsReported() async {
    let tracks = [MediaTrack(id: 1, codec: "aac")]
    players.setDetails(MediaDetails(soundTracks: tracks), tracks: TrackChoice(sound: 1), of: 1)
    let store = makeStore { $0.status = .ready }
    await store.send(.soundTrackTapped)
    await store.receive(
      .toast(.soundTrack(TrackSelection(after: nil, of: tracks, canBeNone: false), of: 1)))
    #expect(players.takeCalls() == [])
  }

  @Test func undecodableSoundTracksAreSkipped() async {
    let tracks = [
      MediaTrack(id: 1, codec: "aac"), MediaTrack(id: 2, codec: "fpcm", isDecodable: false),
      MediaTrack(id: 4, codec: "ac3"),
    ]
    let store = makeStore { $0.status = .ready }
    for (heard, next) in [(1, 4), (4, 1)] {
      players.setDetails(
        MediaDetails(soundTracks: tracks), tracks: TrackChoice(sound: heard), of: 1)
      await store.send(.soundTrackTapped)
      let selection = TrackSelection(after: heard, of: tracks, canBeNone: false)
      #expect(selection.track?.id == next)
      #expect(selection.count == 2)
      await store.receive(.toast(.soundTrack(selection, of: 1)))
      #expect(players.takeCalls() == [.soundTrack(1, next)])
    }
    players.setDetails(MediaDetails(soundTracks: [tracks[1]]), tracks: TrackChoice(), of: 1)
    await store.send(.soundTrackTapped)
    let none = TrackSelection(after: nil, of: [tracks[1]], canBeNone: false)
    #expect(none.track == nil)
    #expect(none.undecodable == "fpcm")
    await store.receive(.toast(.soundTrack(none, of: 1)))
    #expect(players.takeCalls() == [])
  }

  @Test func subtitlesCycleThroughNone() async {
    let tracks = [MediaTrack(id: 2, codec: "subrip"), MediaTrack(id: 3, codec: "ass")]
    players.setDetails(MediaDetails(subtitleTracks: tracks), of: 1)
    let store = makeStore { $0.status = .ready }
    for current in [nil, 2, 3] {
      await store.send(.subtitlesTapped)
      await store.receive(
        .toast(.subtitles(TrackSelection(after: current, of: tracks, canBeNone: true), of: 1)))
    }
    #expect(
      players.takeCalls() == [.subtitleTrack(1, 2), .subtitleTrack(1, 3), .subtitleTrack(1, nil)])
  }

  @Test func trackKeysBeforeOpeningAreIgnored() async {
    let store = makeStore()
    await store.send(.soundTrackTapped)
    await store.send(.subtitlesTapped)
    #expect(players.takeCalls() == [])
  }
}
