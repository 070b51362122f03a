import Logging
import MediaCore
import Models

/// Opens clips and logs those that cannot be played.
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
      // A clip that was swiped away is cancelled, which is no failure.
      if error != .cancelled { logger.notice("\(location): \(error)") }
      throw error
    }
  }

  func releaseUnusedMemory() { opener.releaseUnusedMemory() }
}
