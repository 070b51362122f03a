import Models
import Platform

/// A single frame that somebody waits for.
final class StillJob: Sendable {
  typealias Outcome = Result<PixelBuffer, MediaError>

  let request: StillRequest
  let outcome = Promise<Outcome>()

  init(_ request: StillRequest) {
    self.request = request
  }

  /// Whether it is one of many, made while the pointer moves.
  var isSmall: Bool { request.area != nil }

  /// Whether nobody waits any more.
  var isOver: Bool { outcome.isKept }
}
