import Models
import Platform

/// All metadata of an item, as displayed.
package struct DetailsContent: Hashable, Sendable {
  struct Field: Hashable, Sendable {
    var name: CleanText
    var value: CleanText
  }

  var title: CleanText
  var fields: [Field] = []
  /// Longer texts.
  var paragraphs: [CleanText] = []

  private let formats: LocalFormats

  /// Collects the metadata.
  ///
  /// - Parameters:
  ///   - media: The container's metadata; `nil` before it has been opened.
  ///   - server: The connection that it is read through; `nil` if nothing is known of it.
  ///   - failure: Why it cannot be played, if so.
  ///   - timeZone: The user's offset from UTC at a time, in seconds.
  package init(
    _ item: FeedItem, media: MediaDetails? = nil, server: ServerStatistics? = nil,
    failure: MediaError? = nil, marks: ItemMarks = ItemMarks(),
    timeZone: (Double) -> Int = { _ in 0 },
    formats: LocalFormats = .plain
  ) {
    self.formats = formats
    title = item.title
    if let clip = item.playable, clip.isTitledByFile, let own = media?.title { title = own }
    let described = media?.description
    switch item.kind {
    case .clip(let clip), .still(let clip): add(clip.location)
    case .excerpt(let excerpt): add(excerpt.clip.location)
    case .article(let article): add(.localized("Page"), article.link?.description)
    case .notice(let notice):
      title = notice.heading
      paragraphs = [notice.detail]
    }
    add(.localized("Server"), server.map { formats.connection($0).joined(separator: ", ") })
    add(.localized("Problem"), failure?.description)
    add(item.facts, described, media: media, timeZone: timeZone)
    add(
      .localized("Seen"), marks.seen.flatMap { formats.dateAndTime($0, offset: timeZone($0)) })
    if marks.isLiked { add(.localized("Liked"), localized("yes")) }
    if let review = marks.review {
      add(.localized("Verdict"), review.verdict?.words)
      add(.localized("Rating"), review.rating > 0 ? "\(review.rating)" : nil)
      add(.localized("Tags"), review.tags.joined(separator: ", "))
    }
    if let media { add(media) }
    add(.localized("Feed"), item.entry?.feed)
    add(.localized("Item"), item.entry?.id)
    if case .article(let article) = item.kind { paragraphs = article.paragraphs }
    let summary = item.facts?.summary ?? []
    paragraphs += summary.isEmpty ? described?.summary ?? [] : summary
  }

  private mutating func add(_ name: CleanText, _ value: String?) {
    guard let value, !value.isEmpty else { return }
    fields.append(Field(name: name, value: CleanText(value)))
  }

  private mutating func add(_ location: MediaLocation) {
    add(location.isRemote ? .localized("Address") : .localized("Path"), location.description)
  }

  private mutating func add(
    _ facts: ItemFacts?, _ described: ClipDescription?, media: MediaDetails?,
    timeZone: (Double) -> Int
  ) {
    add(.localized("Author"), (facts?.author ?? described?.author)?.string)
    func words(_ date: Double) -> String? { formats.dateAndTime(date, offset: timeZone(date)) }
    add(
      .localized("Date"),
      (facts?.date ?? described?.date).flatMap(words)
        ?? described?.day.flatMap { formats.day($0, offset: 0) })
    add(.localized("Recorded"), media?.recorded.flatMap(words))
    add(.localized("Modified"), media?.modified.flatMap(words))
    add(.localized("Link"), (facts?.link ?? described?.link)?.description)
    add(.localized("Size"), (media?.byteCount ?? facts?.size).map(formats.exactBytes))
    add(.localized("Length"), (media?.duration ?? facts?.duration).map(formats.clock))
    add(.localized("Type"), facts?.mediaType?.string)
  }

  private mutating func add(_ media: MediaDetails) {
    add(.localized("Container"), media.container.string)
    add(.localized("Bit rate"), media.bitRate.map(formats.bitRate))
    add(.localized("Video"), frame(of: media))
    add(.localized("Colours"), media.pixelFormat.string)
    add(.localized("Sound"), media.soundFormat.string)
    for (index, track) in media.soundTracks.enumerated() where media.soundTracks.count > 1 {
      add(.localized("Sound %s", index + 1), track)
    }
    for track in media.subtitleTracks { add(.localized("Subtitles"), track) }
    for chapter in media.chapters {
      add(.localized("Chapter"), "\(formats.clock(chapter.start)) \(chapter.title.string)")
    }
    let tags = media.tags.enumerated().compactMap { index, tag in
      isReported(tag, by: media, before: index) || isTitle(tag) ? nil : tag
    }
    let names = TagNames(of: tags)
    fields += tags.map { Field(name: names.name(of: $0), value: $0.value) }
  }

  /// Whether a tag is the title at the top.
  private func isTitle(_ tag: MediaDetails.Tag) -> Bool {
    tag.value == title && tag.name.string.lowercased() == "title"
  }

  /// Whether a tag repeats something listed already: the recording time, or the same value for a
  /// language or under another key, as `location-eng` beside `location`.
  private func isReported(
    _ tag: MediaDetails.Tag, by media: MediaDetails, before index: Int
  ) -> Bool {
    let name = tag.name.string
    if media.recorded != nil, ["creation_time", "com.apple.quicktime.creationdate"].contains(name) {
      return true
    }
    return media.tags.prefix(index).contains { TagNames.areAlike($0, tag) }
      || media.tags.contains { other in
        other.value == tag.value && name.hasPrefix("\(other.name.string)-")
      }
  }

  private mutating func add(_ name: CleanText, _ track: MediaTrack) {
    add(
      name,
      [
        track.language.string, track.title.string, track.codec.string,
        track.isDecodable ? "" : localized("cannot be decoded"),
      ].filter { !$0.isEmpty }.joined(separator: ", "))
  }

  /// Codec, displayed and coded size, and frame rate.
  private func frame(of media: MediaDetails) -> String {
    func size(_ size: PixelSize) -> String { "\(size.width)×\(size.height)" }
    let coded = media.codedSize == media.displaySize ? nil : media.codedSize
    return [
      media.videoCodec.isEmpty ? nil : media.videoCodec.string,
      media.displaySize.map(size), coded.map { localized("coded %s", size($0)) },
      media.frameRate.map { localized("%s fps", formats.decimal($0)) },
    ].compactMap(\.self).joined(separator: ", ")
  }
}
