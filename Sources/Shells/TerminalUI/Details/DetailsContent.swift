import Models

/// Everything known of an item, as it is told.
package struct DetailsContent: Hashable, Sendable {
  /// A name and what stands behind it.
  struct Field: Hashable, Sendable {
    var name: CleanText
    var value: CleanText
  }

  var title: CleanText
  var fields: [Field] = []
  /// What is told at length.
  var paragraphs: [CleanText] = []

  /// Collects what is known.
  ///
  /// - Parameters:
  ///   - item: The item as its source has it.
  ///   - media: What its container says; `nil` before it has been opened.
  ///   - failure: Why it cannot be played, if it cannot.
  ///   - isLiked: Whether the user likes it.
  ///   - timeZone: Seconds by which the reader's clock is ahead of UTC at a time.
  package init(
    _ item: FeedItem, media: MediaDetails? = nil, failure: MediaError? = nil, isLiked: Bool = false,
    timeZone: (Double) -> Int = { _ in 0 }
  ) {
    title = item.title
    switch item.kind {
    case .clip(let clip), .picture(let clip): add(clip.location)
    case .article(let article): add("Page", article.link?.description)
    case .notice(let notice): paragraphs = [notice.detail]
    }
    add("Problem", failure?.description)
    add(item.facts, media: media, timeZone: timeZone)
    if isLiked { add("Liked", "yes") }
    if let media { add(media) }
    add("Feed", item.entry?.feed)
    add("Entry", item.entry?.id)
    if case .article(let article) = item.kind { paragraphs = article.paragraphs }
    paragraphs += item.facts?.summary ?? []
  }

  private mutating func add(_ name: CleanText, _ value: String?) {
    guard let value, !value.isEmpty else { return }
    fields.append(Field(name: name, value: CleanText(value)))
  }

  private mutating func add(_ location: MediaLocation) {
    switch location {
    case .file(let path): add("Path", path.description)
    case .remote(let address): add("Address", address.description)
    }
  }

  private mutating func add(
    _ facts: ItemFacts?, media: MediaDetails?, timeZone: (Double) -> Int
  ) {
    add("Author", facts?.author?.string)
    add("Date", facts?.date.flatMap { DateText.words($0, offset: timeZone($0)) }?.string)
    add("Link", facts?.link?.description)
    add("Size", (media?.byteCount ?? facts?.size).map(NumberText.bytes))
    add("Length", (media?.duration ?? facts?.duration).map(SeekBar.clock))
    add("Type", facts?.mediaType?.string)
  }

  private mutating func add(_ media: MediaDetails) {
    add("Container", media.container.string)
    add("Bit rate", media.bitRate.map(NumberText.bitRate))
    add("Picture", picture(of: media))
    add("Colours", media.pictureFormat.string)
    add("Sound", media.soundFormat.string)
    for track in media.soundTracks where media.soundTracks.count > 1 { add("Sound track", track) }
    for track in media.captionTracks { add("Captions", track) }
    for chapter in media.chapters {
      add("Chapter", "\(SeekBar.clock(chapter.start)) \(chapter.title.string)")
    }
    for tag in media.tags {
      fields.append(Field(name: tag.name, value: tag.value))
    }
  }

  private mutating func add(_ name: CleanText, _ track: MediaTrack) {
    add(
      name,
      [track.language, track.title, track.codec].map(\.string).filter { !$0.isEmpty }
        .joined(separator: ", "))
  }

  /// Codec, size as shown and as coded, and how many pictures a second.
  private func picture(of media: MediaDetails) -> String {
    func size(_ size: PixelSize) -> String { "\(size.width)×\(size.height)" }
    let coded = media.codedSize == media.displaySize ? nil : media.codedSize
    return [
      media.pictureCodec.isEmpty ? nil : media.pictureCodec.string,
      media.displaySize.map(size), coded.map { "coded \(size($0))" },
      media.frameRate.map { "\(NumberText.decimal($0)) a second" },
    ].compactMap(\.self).joined(separator: ", ")
  }
}
