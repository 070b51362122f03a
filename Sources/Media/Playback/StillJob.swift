import Models
import Platform

/// A single frame that a caller is waiting for.
final class StillJob: Sendable {
  typealias Outcome = Result<PixelBuffer, MediaError>

  let request: StillRequest
  let outcome = Promise<Outcome>()

  init(_ request: StillRequest) {
    self.request = request
  }

  /// Whether it is one of many, requested while the pointer moves.
  var isSmall: Bool { request.area != nil }

  /// Whether the caller has stopped waiting.
  var isOver: Bool { outcome.isKept }
}
