import Logging
import MediaCore
import Models

/// Opens clips and writes down those that cannot be played.
struct LoggingOpener: MediaOpener {
  let opener: any MediaOpener
  let logger: Logger

  func open(
    _ location: MediaLocation, cancellation: CancellationToken
  ) throws(MediaError) -> any MediaSource {
    do throws(MediaError) {
      let source = try opener.open(location, cancellation: cancellation)
      logger.debug("opened \(location): \(source.info)")
      return source
    } catch {
      // Nobody wants a clip any more that was swiped away: that is no failure.
      if error != .cancelled { logger.notice("\(location): \(error)") }
      throw error
    }
  }

  func releaseUnusedMemory() { opener.releaseUnusedMemory() }
}
