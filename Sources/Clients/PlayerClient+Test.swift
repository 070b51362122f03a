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
      setLoopMode: unimplemented("PlayerClient.setLoopMode"),
      setMuted: unimplemented("PlayerClient.setMuted"),
      status: unimplemented("PlayerClient.status", placeholder: .finished),
      didPlayToEnd: unimplemented("PlayerClient.didPlayToEnd", placeholder: .finished),
      soundDevice: unimplemented("PlayerClient.soundDevice", placeholder: .finished),
      frame: unimplemented("PlayerClient.frame", placeholder: nil),
      time: unimplemented("PlayerClient.time", placeholder: PlaybackTime()))
  }
}

extension DependencyValues {
  /// The repository of players.
  package var playerClient: PlayerClient {
    get { self[PlayerClient.self] }
    set { self[PlayerClient.self] = newValue }
  }
}
