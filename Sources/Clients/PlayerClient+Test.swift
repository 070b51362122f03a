import Composable
import IssueReporting
import Models

extension PlayerClient: TestDependencyKey {
  /// A client whose every endpoint fails the test that calls it.
  package static var testValue: PlayerClient {
    PlayerClient(
      create: unimplemented("PlayerClient.create"),
      delete: unimplemented("PlayerClient.delete"),
      play: unimplemented("PlayerClient.play"),
      pause: unimplemented("PlayerClient.pause"),
      seek: unimplemented("PlayerClient.seek"),
      setWindow: unimplemented("PlayerClient.setWindow"),
      setPictureArea: unimplemented("PlayerClient.setPictureArea"),
      setDisplayTiming: unimplemented("PlayerClient.setDisplayTiming"),
      setLoopMode: unimplemented("PlayerClient.setLoopMode"),
      setMuted: unimplemented("PlayerClient.setMuted"),
      setVolume: unimplemented("PlayerClient.setVolume"),
      setSpeed: unimplemented("PlayerClient.setSpeed"),
      step: unimplemented("PlayerClient.step"),
      selectSoundTrack: unimplemented("PlayerClient.selectSoundTrack"),
      selectCaptionTrack: unimplemented("PlayerClient.selectCaptionTrack"),
      still: unimplemented("PlayerClient.still", placeholder: .failure(.cancelled)),
      status: unimplemented("PlayerClient.status", placeholder: .finished),
      didPlayToEnd: unimplemented("PlayerClient.didPlayToEnd", placeholder: .finished),
      soundDevice: unimplemented("PlayerClient.soundDevice", placeholder: .finished),
      frame: unimplemented("PlayerClient.frame", placeholder: nil),
      time: unimplemented("PlayerClient.time", placeholder: PlaybackTime()),
      times: unimplemented("PlayerClient.times", placeholder: .finished),
      details: unimplemented("PlayerClient.details", placeholder: nil),
      tracks: unimplemented("PlayerClient.tracks", placeholder: TrackChoice()),
      captions: unimplemented("PlayerClient.captions", placeholder: []))
  }
}

extension PlayerClient {
  /// A repository without players: commands do nothing, nothing is known of any clip.
  package static let idle = PlayerClient(
    create: { _ in }, delete: { _ in }, play: { _ in }, pause: { _ in }, seek: { _, _, _ in },
    setWindow: { _ in }, setPictureArea: { _ in }, setDisplayTiming: { _ in },
    setLoopMode: { _ in }, setMuted: { _ in },
    setVolume: { _ in }, setSpeed: { _ in }, step: { _, _ in }, selectSoundTrack: { _, _ in },
    selectCaptionTrack: { _, _ in }, still: { _ in .failure(.notFound) },
    status: { _ in .finished }, didPlayToEnd: { _ in .finished }, soundDevice: { .finished },
    frame: { _ in nil }, time: { _ in PlaybackTime() }, times: { _ in .finished },
    details: { _ in nil }, tracks: { _ in TrackChoice() }, captions: { _ in [] })
}

extension DependencyValues {
  /// The repository of players.
  package var playerClient: PlayerClient {
    get { self[PlayerClient.self] }
    set { self[PlayerClient.self] = newValue }
  }
}
