import MediaCore
import Models
import Platform

/// Opens clips and keeps what they say of themselves.
final class NotingOpener: MediaOpener {
  private let opener: any MediaOpener
  private let state = Lock<MediaInfo?>(nil)

  init(_ opener: any MediaOpener) {
    self.opener = opener
  }

  /// What the clip opened last says.
  var info: MediaInfo? { state.withLock { $0 } }

  func open(
    _ location: MediaLocation, cancellation: CancellationToken
  ) throws(MediaError) -> any MediaSource {
    let source = try opener.open(location, cancellation: cancellation)
    state.withLock { $0 = source.info }
    return source
  }
}
