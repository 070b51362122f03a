import Clients
import Models

/// Loads single frames of a clip: one at a time, then the newest requested meanwhile. Cancelling
/// each for the next would show none while the pointer moves along the seek bar.
@MainActor
final class StillLoader {
  /// The newest frame of the clip.
  private(set) var frame: PixelBuffer?
  /// Called when there is a new one.
  var onFrame: (@MainActor () -> Void)?

  private let playerClient: PlayerClient
  private var wanted: StillRequest?
  private var task: Task<Void, Never>?

  init(playerClient: PlayerClient) {
    self.playerClient = playerClient
  }

  /// Requests a frame, in place of the previous request.
  func want(_ request: StillRequest) {
    guard request != wanted else { return }
    if wanted?.id != request.id || wanted?.area != request.area { stop() }
    wanted = request
    if task == nil { load(request) }
  }

  /// Cancels the request, and forgets the frame.
  func stop() {
    task?.cancel()
    task = nil
    wanted = nil
    frame = nil
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
    guard case .success(let frame) = outcome else { return }
    self.frame = frame
    onFrame?()
  }
}
