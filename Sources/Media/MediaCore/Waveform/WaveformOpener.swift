import Models

/// Opens clips; those that have only sound get frames painted from it.
package struct WaveformOpener: MediaOpener {
  private let opener: any MediaOpener

  /// Creates an opener that lets another one do the opening.
  package init(opener: any MediaOpener) {
    self.opener = opener
  }

  package func open(
    _ location: MediaLocation, cancellation: CancellationToken
  ) throws(MediaError) -> any MediaSource {
    let source = try opener.open(location, cancellation: cancellation)
    // An album's cover is a frame.
    let isSoundOnly = source.info.displaySize == nil && source.info.hasAudio
    return isSoundOnly ? WaveformSource(source) : source
  }

  package func releaseUnusedMemory() { opener.releaseUnusedMemory() }
}
