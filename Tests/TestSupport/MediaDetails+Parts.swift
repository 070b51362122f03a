import Models

extension MediaDetails {
  /// Creates a description from its parts.
  package init(
    container: CleanText = "", byteCount: Int? = nil, recorded: Double? = nil,
    modified: Double? = nil, bitRate: Int? = nil, duration: Double? = nil,
    displaySize: PixelSize? = nil, codedSize: PixelSize? = nil, frameRate: Double? = nil,
    pictureCodec: CleanText = "", pictureFormat: CleanText = "", soundFormat: CleanText = "",
    soundTracks: [MediaTrack] = [], captionTracks: [MediaTrack] = [], chapters: [Chapter] = [],
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
    self.pictureCodec = pictureCodec
    self.pictureFormat = pictureFormat
    self.soundFormat = soundFormat
    self.soundTracks = soundTracks
    self.captionTracks = captionTracks
    self.chapters = chapters
    self.tags = tags
  }
}
