import AppFeature
import Graphics
import Models
import Platform
import TerminalCore

/// The row with the title on the left; badges and the place in the feed on the right.
package struct TitleBar {
  package var model: ScreenModel
  /// The title of the clip; `nil` for that of its source.
  package var title: CleanText?
  /// The item's place; `nil` if unknown.
  package var place: FeedPlace?
  package var keyMap = KeyMap.standard
  package var symbols = SymbolSet.unicode
  /// Whether title, place and like are beside the frame, and not here as well.
  package var isShownBeside = false
  /// Whether the clip has sound that cannot be heard.
  package var isSilent = false
  /// Whether the machine cannot keep up with the clip.
  package var isOverloaded = false
  package var formats = LocalFormats.plain
  /// Whether the seek bar shows that the clip is paused, so that it is not shown here as well.
  package var isPauseShown = false

  private static let minTitleColumns = 10
  /// Counts are shortened for a title of up to this width.
  private static let maxWantedColumns = 40

  /// How often a changing place is read, in seconds: nobody reads a count faster.
  package static let placeInterval = 0.5

  /// Enough columns to recognise a filter.
  private static let maxFilterColumns = 20

  /// Longer names of machines are cut.
  private static let maxNameColumns = 30

  /// Lays out the row; the title is shortened for the texts on the right, down to a minimum.
  package func line(columns: Int) -> ChromeLine {
    let right = shownBadges(columns: columns).map(\.span)
    let titleColumns = columns - right.displayWidth
    let title = titleText.fitted(toColumns: titleColumns - 2)
    var left = [ChromeSpan(" ", []), ChromeSpan(title, .bold)]
    // The name needs the room more.
    let silence = CleanText((title.isEmpty ? "" : "  ") + localized("no sound"))
    let isExplained =
      if model.isCovered, case .soundIsMissing = model.message { true } else { false }
    if isSilent, !isExplained, left.displayWidth + silence.displayWidth <= titleColumns {
      left.append(ChromeSpan(silence, .dim))
    }
    return left + [ChromeSpan(.blanks(titleColumns - left.displayWidth))] + right
  }

  /// The command of the words at a column of the row; `nil` where there are none to click.
  package func command(atColumn column: Int, columns: Int) -> Command? {
    // The counts come last.
    guard let badge = shownBadges(columns: columns).last, !badge.isShort else { return nil }
    let text = badge.span.text.string
    return badge.buttons.first { button in
      guard let range = text.firstRange(of: button.words.string) else { return false }
      let start = columns - CleanText(String(text[range.lowerBound...])).displayWidth
      return (start..<start + button.words.displayWidth).contains(column)
    }?.command
  }

  private var titleText: CleanText {
    switch model.page {
    case .clip where isShownBeside: ""
    case .clip(let clip): title ?? clip.title
    case .article(let page): page.article.title
    case .notice(let page): page.notice.heading
    case .overview(let overview): overview.title
    case .empty: shownFilter == .none ? "flick" : CleanText("/\(shownFilter.text)")
    }
  }

  /// The badges in a row of a number of columns: long ones are shortened first, as many as needed,
  /// then the least important are dropped.
  private func shownBadges(columns: Int) -> [Badge] {
    let room = columns - Self.minTitleColumns
    // For a whole title, the counts give way.
    let wanted = min(columns - min(titleText.displayWidth + 2, Self.maxWantedColumns), room)
    // How long the rest will take, and that the machine is slow, is worth less than any other word.
    let all = badges(isComplete: true)
    guard all.map(\.span).displayWidth > wanted else { return all }
    var kept = badges(isComplete: false)
    // The one that gains most is shortened first.
    while kept.map(\.span).displayWidth > room,
      let longest = kept.indices.max(by: { kept[$0].gain < kept[$1].gain }), kept[longest].gain > 0
    {
      kept[longest].isShort = true
    }
    if kept.map(\.span).displayWidth > wanted, let counts = kept.indices.last,
      !kept[counts].buttons.isEmpty
    {
      kept[counts].isShort = true
    }
    while kept.map(\.span).displayWidth > room,
      let least = kept.indices.min(by: { kept[$0].importance < kept[$1].importance })
    {
      kept.remove(at: least)
    }
    return kept
  }

  private func badges(isComplete: Bool) -> [Badge] {
    [
      messageBadge, markedBadge, stateBadge(isComplete: isComplete), lineBadge, refreshBadge,
      readingBadge,
      soundBadge,
      isShownBeside ? nil : reviewBadge, model.isTriaging ? excerptBadge : nil, filterBadge,
      isShownBeside ? nil : likeBadge,
      triageBadge(isRestTold: isComplete) ?? (isShownBeside ? nil : placeBadge),
    ].compactMap(\.self)
  }

  /// A badge, and its short form.
  private struct Badge {
    var long: ChromeSpan
    var short: ChromeSpan
    var importance: Int
    var isShort = false
    /// Words that are clicked to judge; only the counts of verdicts have some.
    var buttons: [(words: CleanText, command: Command)] = []

    var span: ChromeSpan { isShort ? short : long }
    /// Columns that the short form would gain.
    var gain: Int { isShort ? 0 : long.text.displayWidth - short.text.displayWidth }

    init(_ long: String, short: String? = nil, _ style: ChromeStyle, importance: Int) {
      self.long = ChromeSpan(CleanText(" \(long) "), style)
      self.short = ChromeSpan(CleanText(" \(short ?? long) "), style)
      self.importance = importance
    }
  }

  private var messageBadge: Badge? {
    // Elsewhere a toast shows it, which an overlay would cover.
    guard model.isCovered, let words = model.message?.words(symbols, formats, keyMap) else {
      return nil
    }
    return Badge(words.long, short: words.short, .accent, importance: 5)
  }

  private var markedBadge: Badge? {
    guard let count = model.overview?.markedCount, count > 0 else { return nil }
    return Badge(localized("%s marked", formats.count(count)), .accent, importance: 5)
  }

  private func stateBadge(isComplete: Bool) -> Badge? {
    guard let clip = model.clip, clip.failure == nil else { return nil }
    if clip.isPaused, isPauseShown { return nil }
    if clip.isPaused { return Badge(localized("paused"), .accent, importance: 4) }
    if clip.hasEnded { return Badge(localized("end"), .accent, importance: 4) }
    return isOverloaded && isComplete
      ? Badge(localized("can't keep up"), .warning, importance: 4) : nil
  }

  /// Why the clip may stop soon: the line is broken.
  private var lineBadge: Badge? {
    guard let machine = model.reconnecting?.fitted(toColumns: Self.maxNameColumns) else {
      return nil
    }
    return Badge(
      localized("reconnecting to %s", machine), short: localized("reconnecting"), .warning,
      importance: 4)
  }

  /// Why there is no sound, if that needs explaining; the seek bar's row shows the rest.
  private var soundBadge: Badge? {
    guard let host = model.sound.remoteHost else { return nil }
    let key = keyMap.keyName(for: .mute)
    let words =
      key.map { localized("muted: sound would play on %1$s; %2$s unmutes", host, $0) }
      ?? localized("muted: sound would play on %s", host)
    let short = localized("muted")
    // In triage, the counts need the room.
    return Badge(model.isTriaging ? short : words, short: short, .warning, importance: 3)
  }

  private var refreshBadge: Badge? {
    model.isRefreshing ? Badge(localized("refreshing…"), short: "…", .accent, importance: 3) : nil
  }

  /// How far files have been read for the sort order or the filter.
  private var readingBadge: Badge? {
    guard let reading = place?.reading else { return nil }
    let (done, total) = (formats.count(reading.done), formats.count(reading.total))
    let words =
      reading.isSorting
      ? localized("sorting: %1$s of %2$s", done, total)
      : localized("searching: %1$s of %2$s", done, total)
    return Badge(
      words, short: "\(reading.done * 100 / max(reading.total, 1)) %", .accent, importance: 3)
  }

  private var likeBadge: Badge? {
    model.marks.isLiked ? Badge(symbols.liked, .liked, importance: 2) : nil
  }

  private var reviewBadge: Badge? {
    guard let review = model.marks.review, let first = reviewParts.first else { return nil }
    return Badge(
      reviewParts.joined(separator: " "), short: first,
      review.verdict == .reject ? .warning : .accent, importance: 4)
  }

  /// What the user has decided about the item; empty if nothing.
  var reviewWords: CleanText { CleanText(reviewParts.joined(separator: ", ")) }

  private var reviewParts: [String] {
    guard let review = model.marks.review else { return [] }
    let stars = review.rating > 0 ? String(repeating: symbols.star, count: review.rating) : nil
    return [review.verdict?.words, stars, review.tags.joined(separator: ", ")].compactMap(\.self)
      .filter { !$0.isEmpty }
  }

  /// How many clips have a verdict, and about how long the others will take.
  private func triageBadge(isRestTold: Bool) -> Badge? {
    guard model.isTriaging, let place, let verdicts = place.verdicts else { return nil }
    let clips = place.total - place.noticeCount
    let rest = max(clips - verdicts.total, 0)
    let restCount = formats.count(rest) + (place.isGrowing ? "+" : "")
    let left = model.pace.flatMap { pace -> String? in
      guard isRestTold, rest > 1, !place.isGrowing else { return nil }
      let minutes = Int(saturating: (Double(rest) * pace / 60).rounded(.up))
      return localized("about %s min left", formats.count(minutes))
    }
    let kept = localized("%s kept", formats.count(verdicts.kept))
    let rejected = localized("%s rejected", formats.count(verdicts.rejected))
    let parts = [localized("%s unreviewed", restCount), kept, rejected, left].compactMap(\.self)
    var badge = Badge(
      parts.joined(separator: separator),
      short: localized("%s left", restCount), .dim, importance: 3)
    badge.buttons = [(CleanText(kept), .keep), (CleanText(rejected), .reject)]
    return badge
  }

  /// The filter to show. In triage, the counts say that judged clips are left out.
  private var shownFilter: FeedFilter {
    model.isTriaging ? Triage.filter(model.filter, hidesJudged: false) : model.filter
  }

  /// The current filter: a user who forgets it would miss clips.
  private var filterBadge: Badge? {
    // On an empty page, it is the title.
    guard shownFilter != .none, model.pageID != nil else { return nil }
    let text = CleanText("/\(shownFilter.text)").fitted(toColumns: Self.maxFilterColumns)
    return Badge(text.string, short: "/", .accent, importance: 3)
  }

  private var placeBadge: Badge? {
    guard let words = markedPlace else { return nil }
    return Badge(words.long, short: words.short, .dim, importance: 2)
  }

  /// The item's place, and whether it was seen before; empty if unknown.
  var placeWords: CleanText { CleanText(markedPlace?.long ?? "") }

  /// In triage, the counts take the room of the place.
  private var excerptBadge: Badge? {
    excerptPlace.map { Badge($0.long, short: $0.short, .dim, importance: 2) }
  }

  private var separator: String { symbols.isPlain ? ", " : " · " }

  private var excerptPlace: (long: String, short: String)? {
    model.excerptPlace.map { place in
      let (number, count) = (formats.count(place.number), formats.count(place.count))
      return (
        localized("excerpt %1$s of %2$s", number, count), localized("%1$s of %2$s", number, count)
      )
    }
  }

  private var markedPlace: (long: String, short: String)? {
    if let excerptPlace { return excerptPlace }
    guard model.marks.seen != nil else { return placeWordsOfLength }
    let seen = localized("seen")
    guard let words = placeWordsOfLength else { return (seen, seen) }
    return ([seen, words.long].joined(separator: separator), words.short)
  }

  private var placeWordsOfLength: (long: String, short: String)? {
    let isFiltered = model.filter != .none
    guard let place else { return nil }
    // Notices are no clips.
    let clips = isFiltered ? place.count : place.count - place.noticeCount
    guard clips > 0 || isFiltered && place.isGrowing else { return nil }
    if case .notice = model.page, !isFiltered { return nil }
    func count(_ number: Int) -> String { formats.count(number) + (place.isGrowing ? "+" : "") }
    let number = place.number.map { formats.count(isFiltered ? $0 : $0 - place.noticesBefore) }
    // In the overview, headings count the clips of sections.
    if !isFiltered, model.overview == nil,
      let index = place.number.flatMap({ model.sections.index(of: $0 - 1) }),
      let place = place.number
    {
      let section = model.sections[index]
      let (number, count) = (formats.count(place - section.start), formats.count(section.count))
      let name = section.name.words(formats).fittedAtBothEnds(toColumns: Self.maxFilterColumns)
      let words =
        if case .day = section.name {
          localized("%1$s of %2$s on %3$s", number, count, name)
        } else {
          localized("%1$s of %2$s in %3$s", number, count, name)
        }
      return (words, formats.count(place))
    }
    let words =
      isFiltered
      ? place.words(formats)
      : number.map { localized("%s of %s", $0, count(clips)) }
        ?? localized("of %s", count(clips))
    guard isFiltered, let number else { return (words, number ?? words) }
    return (
      localized("%1$s of %2$s", number, words), localized("%s of %s", number, count(place.count))
    )
  }
}

extension FeedPlace {
  /// How many items match a filter, of how many; an unfinished search has a plus: `12+ matches in
  /// 340+`.
  func words(_ formats: LocalFormats) -> String {
    func words(_ number: Int) -> String { formats.count(number) + (isGrowing ? "+" : "") }
    guard count > 0 || isGrowing else {
      return localized("no match in %s", words(total - noticeCount))
    }
    return localizedPlural(
      isGrowing ? 2 : count, "%1$s match in %2$s", "%1$s matches in %2$s", words(count),
      words(total - noticeCount))
  }
}
