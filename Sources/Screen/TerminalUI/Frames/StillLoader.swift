import Clients
import Models

/// Gets the small picture for the place under the pointer: one at a time, and then the newest that was
/// asked for meanwhile. Calling each off for the next would show none while the pointer moves.
@MainActor
final class PreviewLoader {
  /// The newest picture of the clip.
  private(set) var picture: PixelBuffer?
  /// Called when there is another one.
  var onPicture: (@MainActor () -> Void)?

  private let playerClient: PlayerClient
  private var wanted: StillRequest?
  private var task: Task<Void, Never>?

  /// Clips up to this length, in seconds, are looked at exactly: they have few keyframes, and not many
  /// pictures lie between these.
  private static let longestExact = 60.0

  init(playerClient: PlayerClient) {
    self.playerClient = playerClient
  }

  /// Asks for a picture, in place of the one asked for before.
  ///
  /// - Parameters:
  ///   - id: The clip's player.
  ///   - position: Where in the clip, in seconds.
  ///   - duration: The clip's length in seconds.
  ///   - area: What it shall fit into.
  func want(_ id: PlayerID, at position: Double, of duration: Double, area: PictureArea) {
    let request = StillRequest(
      id: id, moment: .at(position, duration <= Self.longestExact ? .exact : .keyframe),
      area: area)
    guard request != wanted else { return }
    if wanted?.id != id || wanted?.area != area { stop() }
    wanted = request
    if task == nil { load(request) }
  }

  /// Wants none any more.
  func stop() {
    task?.cancel()
    task = nil
    wanted = nil
    picture = nil
  }

  private func load(_ request: StillRequest) {
    task = Task { [weak self, playerClient] in
      let outcome = await playerClient.still(request)
      guard !Task.isCancelled else { return }
      self?.take(outcome, of: request)
    }
  }

  private func take(_ outcome: Result<PixelBuffer, MediaError>, of request: StillRequest) {
    task = nil
    if let wanted, wanted != request { load(wanted) }
    guard case .success(let picture) = outcome else { return }
    self.picture = picture
    onPicture?()
  }
}
