import Models

extension MediaDetails {
  /// Creates a description from its parts.
  package init(
    container: CleanText = "", byteCount: Int? = nil, recorded: Double? = nil,
    modified: Double? = nil, bitRate: Int? = nil, duration: Double? = nil,
    displaySize: PixelSize? = nil, codedSize: PixelSize? = nil, frameRate: Double? = nil,
    videoCodec: CleanText = "", pixelFormat: CleanText = "", soundFormat: CleanText = "",
    soundTracks: [MediaTrack] = [], subtitleTracks: [MediaTrack] = [], chapters: [Chapter] = [],
    tags: [Tag] = []
  ) {
    self.init()
    self.container = container
    self.byteCount = byteCount
    self.recorded = recorded
    self.modified = modified
    self.bitRate = bitRate
    self.duration = duration
    self.displaySize = displaySize
    self.codedSize = codedSize
    self.frameRate = frameRate
    self.videoCodec = videoCodec
    self.pixelFormat = pixelFormat
    self.soundFormat = soundFormat
    self.soundTracks = soundTracks
    self.subtitleTracks = subtitleTracks
    self.chapters = chapters
    self.tags = tags
    describe(nil)
  }
}
