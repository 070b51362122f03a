import Models

/// An entry of a feed in any format, before anything is resolved or checked.
struct FeedEntry: Hashable {
  /// A file that belongs to the entry.
  struct Enclosure: Hashable {
    var address: String
    var type: String?
    var title: String?
    /// In bytes.
    var size: Int?
    /// In seconds.
    var duration: Double?

    var kind: MediaKind? { MediaKind(type: type, address: address) }
  }

  /// A film, before its address is resolved.
  struct Film: Hashable {
    var address: String
    /// Where the entry begins in it, and how long it is, in seconds.
    var start: Double?
    var duration: Double?
  }

  var id: String?
  var title: String?
  /// By paragraph.
  var text: [String] = []
  /// A shorter text.
  var summary: [String] = []
  var link: String?
  var author: String?
  /// In seconds since 1970.
  var date: Double?
  /// When it was changed, in seconds since 1970, if its feed tells that apart.
  var modified: Double?
  /// In seconds.
  var duration: Double?
  /// Its contents, each with alternatives, of which one is shown.
  var enclosures: [[Enclosure]] = []
  /// What it links to outside of its feed.
  var external: String?
  /// The film that it is a part of, as written by `FeedWriter`.
  var film: Film?
  /// Images besides its contents.
  var frames: [String] = []
}

extension FeedEntry {
  /// A text of up to this many characters is a caption; a longer one is an article.
  private static let longestCue = 280

  /// The entry's pages: its clips; or its still, if it has little text; or an article.
  ///
  /// - Parameters:
  ///   - base: The feed's location.
  ///   - feed: Identifies the feed in the entries' keys.
  ///   - limit: The most pages.
  /// - Returns: Empty for an entry without content.
  func items(base: FeedBase, feed: String, limit: Int) -> [FoundItem] {
    let chosen = enclosures.compactMap(Self.choice)
    let media = chosen.contains { $0.kind != .still } ? chosen.filter { $0.kind != .still } : []
    if !media.isEmpty {
      let film = self.film(among: media)
      return items(of: media.prefix(limit), base: base, feed: feed, film: film)
    }
    let paragraphs = text.isEmpty ? summary : text
    // The images of an entry are mostly the same one in several sizes.
    let beside = frames.first { base.opened($0) != nil }
      .map { [Enclosure(address: $0, type: "image/*")] }
    let isSubtitle = paragraphs.reduce(0) { $0 + $1.utf8.count } <= Self.longestCue
    if isSubtitle, let shown = chosen.isEmpty ? beside : chosen {
      return items(of: shown.prefix(limit), base: base, feed: feed)
    }
    guard let title = heading ?? paragraphs.first.flatMap({ FeedText.title($0) }) else { return [] }
    let article = Article(
      title: title, paragraphs: FeedText.cleaned(paragraphs), link: page(base))
    return [
      FoundItem(
        kind: .article(article), entry: identity(0, in: feed, fallback: title.string),
        facts: facts(base: base))
    ]
  }

  /// Of several alternatives, the first video, or else the first audio file or still.
  private static func choice(_ alternatives: [Enclosure]) -> Enclosure? {
    alternatives.enumerated()
      .compactMap { index, enclosure in enclosure.kind.map { (enclosure, $0, index) } }
      .min { ($0.1, $0.2) < ($1.1, $1.2) }?.0
  }

  private var heading: CleanText? { FeedText.title(title) }

  private func page(_ base: FeedBase) -> RemoteAddress? {
    link.flatMap { base.location(ofReference: $0).media?.address }
  }

  /// The film that the entry is a part of: named as such, or the attachment that is much longer than
  /// another one, or a media file that the entry links to.
  private func film(among media: [Enclosure]) -> Film? {
    if let film { return film }
    let known = media.indices.filter { media[$0].duration ?? 0 > 0 }
    func length(_ index: Int) -> Double { media[index].duration ?? 0 }
    if let longest = known.max(by: { length($0) < length($1) }),
      let shortest = known.map(length).min(), length(longest) > Self.filmLength * shortest
    {
      return Film(address: media[longest].address, duration: media[longest].duration)
    }
    let linked = [external, link].compactMap(\.self).first {
      let kind = MediaKind(path: $0)
      return kind == .video || kind == .audio
    }
    guard let linked, media.allSatisfy({ $0.address != linked }) else { return nil }
    return Film(address: linked)
  }

  /// A film is so much longer than a part of it.
  private static let filmLength = 10.0

  private func resolved(_ film: Film, base: FeedBase) -> Models.Film? {
    guard let location = base.opened(film.address) else { return nil }
    func time(_ seconds: Double?) -> Double? {
      seconds.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    }
    return Models.Film(
      location: location, start: time(film.start), duration: time(film.duration))
  }

  private func items(
    of enclosures: ArraySlice<Enclosure>, base: FeedBase, feed: String, film: Film? = nil
  ) -> [FoundItem] {
    var seen: Set<String> = []
    let heading = heading
    var common = facts(base: base)
    common.film = film.flatMap { resolved($0, base: base) }
    let described = FeedText.summarized(text.isEmpty ? summary : text)
    let first = (text.first ?? summary.first).flatMap { FeedText.title($0) }
    return enclosures.filter { seen.insert($0.address).inserted }.enumerated()
      // Numbers, and with them identities, do not depend on whether one is the film.
      .filter { $0.element.address != film?.address || enclosures.count == 1 }
      .map { index, enclosure in
        let own = FeedText.title(enclosure.title)
        let title: CleanText? =
          if let heading, let own, own != heading, enclosures.count > 1 {
            "\(heading) – \(own)"
          } else {
            heading ?? own ?? first
          }
        let location = base.location(ofReference: enclosure.address)
        return base.page(of: location, title: title) { location in
          let clip = Clip(location: location, title: title ?? location.title)
          return FoundItem(
            kind: enclosure.kind == .still ? .still(clip) : .playing(clip),
            entry: identity(index, in: feed, fallback: enclosure.address),
            facts: enclosure.facts(common, summary: described, duration: duration))
        }
      }
  }

  /// The identity of the entry's page with a number.
  private func identity(_ index: Int, in feed: String, fallback: String) -> FeedItem.Entry {
    let id = id ?? link ?? fallback
    return FeedItem.Entry(feed: feed, id: index == 0 ? id : "\(id)#\(index + 1)")
  }

  private func facts(base: FeedBase) -> ItemFacts {
    var facts = ItemFacts()
    facts.author = FeedText.title(author)
    facts.date = date
    facts.link = page(base)
    return facts
  }
}

extension FeedEntry.Enclosure {
  /// The facts about a page of the entry, besides those about the entry.
  fileprivate func facts(
    _ entry: ItemFacts, summary: [CleanText], duration: Double?
  ) -> ItemFacts {
    var facts = entry
    facts.summary = summary
    facts.duration = self.duration ?? duration
    facts.size = size
    facts.mediaType = type.flatMap { $0.hasSuffix("*") ? nil : FeedText.title($0) }
    return facts
  }
}
