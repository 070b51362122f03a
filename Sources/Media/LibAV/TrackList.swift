import CLibAV
import MediaCore
import Models

extension Demuxer {
  /// The tracks of a kind for the user to choose from; subtitles only if they are text.
  func tracks(_ kind: MediaStream.Kind) -> [MediaTrack] {
    guard let context else { return [] }
    return MediaStream.all(kind, in: context).map(MediaTrack.init)
  }

  /// The audio being played or, if none can be, the one that would be.
  var reportedSound: MediaStream? {
    sound ?? context.flatMap { MediaStream(.sound, in: $0) }
  }

  /// A track by its id and kind; `nil` if there is none.
  func track(_ id: Int, _ kind: MediaStream.Kind) -> MediaStream? {
    context.flatMap { MediaStream(kind, at: id, in: $0) }
  }

  /// The chapters of the clip, by start time.
  ///
  /// - Parameter origin: Subtracted from each time on the container's clock.
  func chapters(origin: Double) -> [Chapter] {
    guard let context, let list = context.pointee.chapters else { return [] }
    let count = min(Int(context.pointee.nb_chapters), DecodeLimits.chapters)
    return (0..<count).compactMap { list[$0] }.compactMap { Chapter($0.pointee, origin: origin) }
      .sorted { $0.start < $1.start }
  }
}

extension MediaTrack {
  fileprivate init(_ stream: MediaStream) {
    let tags = stream.pointer.pointee.metadata
    // QuickTime writers name every track after its handler.
    let handlers: [CleanText] = [
      "SoundHandler", "SubtitleHandler", "VideoHandler", "Core Media Audio", "ISO Media file",
    ]
    let title =
      MetadataText.value("title", in: tags, limit: DecodeLimits.titleLength)
      ?? MetadataText.value("handler_name", in: tags, limit: DecodeLimits.titleLength)
      .flatMap { name in
        handlers.contains { name.string.hasPrefix($0.string) } ? nil : name
      }
    let language = MetadataText.value("language", in: tags, limit: DecodeLimits.nameLength)
    self.init(
      id: Int(stream.index), codec: CleanText(stream.codecName),
      // ISO 639-2 for "undetermined".
      language: language.flatMap { $0.string == "und" ? nil : $0 } ?? "", title: title ?? "",
      isDefault: stream.pointer.pointee.disposition & AV_DISPOSITION_DEFAULT != 0,
      isDecodable: stream.hasDecoder)
  }
}

extension Chapter {
  /// - Returns: `nil` if it has no start time.
  fileprivate init?(_ chapter: AVChapter, origin: Double) {
    func seconds(_ ticks: Int64) -> Double? {
      ticks == AVStatus.noTimestamp || chapter.time_base.den == 0
        ? nil : MediaTime.plausible(Double(ticks) * av_q2d(chapter.time_base))
    }
    guard let start = seconds(chapter.start).map({ max($0 - origin, 0) }) else { return nil }
    let end = seconds(chapter.end).map { $0 - origin } ?? start
    self.init(
      start: start, end: max(end, start),
      title: MetadataText.value("title", in: chapter.metadata, limit: DecodeLimits.titleLength)
        ?? "")
  }
}
