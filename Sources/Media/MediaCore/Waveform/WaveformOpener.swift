import Models

/// Opens clips and adds a drawn waveform as video to those that only have sound.
package struct WaveformOpener: MediaOpener {
  private let opener: any MediaOpener

  package init(opener: any MediaOpener) {
    self.opener = opener
  }

  package func open(
    _ location: MediaLocation, cancellation: CancellationToken
  ) throws(MediaError) -> any MediaSource {
    let source = try opener.open(location, cancellation: cancellation)
    // Album art counts as video.
    let isSoundOnly = source.info.displaySize == nil && source.info.hasAudio
    return isSoundOnly ? WaveformSource(source) : source
  }

  package func releaseUnusedMemory() { opener.releaseUnusedMemory() }
}
