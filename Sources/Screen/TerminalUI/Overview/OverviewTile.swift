import AppFeature
import Composable
import Graphics
import Models
import Platform

/// A tile of the overview as a value: what it shows but for the thumbnail itself.
package struct OverviewTile: Hashable, Sendable {
  /// What is in place of the clip.
  package enum Content: Hashable, Sendable {
    /// No thumbnail yet.
    case awaited
    /// A thumbnail; with each number another.
    case thumbnail(serial: Int)
    /// Why there is none.
    case words(CleanText)
  }

  package var id: ItemID
  /// The number of its item in the feed.
  package var number: Int
  /// Its first line on the screen, and its place in its row.
  package var line: Int
  package var column: Int
  package var title: CleanText
  /// The title where there is no room for all of it.
  package var shortTitle: CleanText
  /// How much of that its neighbours' titles begin with as well, in characters.
  var sharedStart = 0
  package var content: Content
  package var isLiked: Bool
  package var review: Review
  /// The clip's duration in seconds; `nil` if unknown.
  package var duration: Double?
  /// The part that was watched, from 0 to 1; `nil` if it is not begun.
  package var watched: Double?
  package var hasCursor: Bool
  package var isMarked: Bool

  /// The tile of an item at a place of the screen; `nil` if it has not been read.
  fileprivate init?(
    _ feed: Feed.State, _ overview: Overview.State, _ number: Int, line: Int, column: Int
  ) {
    guard let tile = overview.tile(at: number) else { return nil }
    id = tile.id
    self.number = number
    self.line = line
    self.column = column
    title = tile.title
    let title = tile.shortTitle
    shortTitle = title
    sharedStart =
      [number - 1, number + 1].compactMap { overview.tile(at: $0)?.shortTitle }
      .map { title.startOfWords(sharedWith: $0) }.max() ?? 0
    let marks = feed.marks(of: tile.id)
    isLiked = marks.isLiked
    review = marks.review ?? Review()
    duration = tile.thumbnail?.duration
    watched = tile.thumbnail?.position.flatMap { position in
      tile.thumbnail?.duration.flatMap { $0 > 0 ? min(max(position / $0, 0), 1) : nil }
    }
    hasCursor = overview.cursor == number
    isMarked = overview.marked.contains(id: tile.id)
    switch (tile.item.kind, tile.thumbnail?.image) {
    case (.article(let article), _): content = .words(article.paragraphs.first ?? article.title)
    case (.notice(let notice), _): content = .words(notice.detail)
    case (_, .success(let serial)): content = .thumbnail(serial: serial)
    case (_, .failure(let error)): content = .words(CleanText("\(error)"))
    case (_, nil): content = .awaited
    }
  }

  /// Without pixels, draws an empty ground, with the words of the content if it has any.
  package func draw(
    _ pixels: PixelBuffer?, in rect: CellRect, of surface: inout Surface, theme: ScreenTheme,
    symbols: SymbolSet, formats: LocalFormats
  ) {
    var thumbnail = rect
    thumbnail.rows -= 1
    if let pixels {
      surface.drawFrame(pixels, in: thumbnail)
    } else {
      let ground = theme.ground.mixed(with: theme.text, by: 0.08)
      surface.fill(thumbnail, with: Cell(glyph: .space, foreground: ground, background: ground))
      if case .words(let words) = content {
        draw(words, in: thumbnail, of: &surface, theme: theme, ground: ground)
      }
    }
    if let watched { draw(watched, in: thumbnail, of: &surface, theme: theme) }
    drawCaption(in: rect, of: &surface, theme: theme, symbols: symbols, formats: formats)
  }

  private func draw(
    _ words: CleanText, in rect: CellRect, of surface: inout Surface, theme: ScreenTheme,
    ground: Color
  ) {
    let lines = words.wrapped(toColumns: max(rect.columns - 2, 1)).prefix(rect.rows)
    let top = rect.row + (rect.rows - lines.count) / 2
    for (index, line) in lines.enumerated() {
      surface.drawText(
        line, column: rect.column + max(rect.columns - line.displayWidth, 0) / 2, row: top + index,
        maxColumns: rect.columns, foreground: theme.faint, background: ground)
    }
  }

  /// A bar along the bottom of the thumbnail that shows how far the clip was watched.
  private func draw(
    _ watched: Double, in rect: CellRect, of surface: inout Surface, theme: ScreenTheme
  ) {
    let row = rect.row + rect.rows - 1
    let columns = max(Int(saturating: Double(rect.columns) * watched), 1)
    for column in rect.column..<(rect.column + columns) {
      surface[column, row] = Cell(
        glyph: .lowerHalf, foreground: theme.text,
        background: surface.backdrop(column: column, row: row).mean)
    }
  }

  /// The line below the thumbnail: marks and title on the left, the duration on the right.
  private func drawCaption(
    in rect: CellRect, of surface: inout Surface, theme: ScreenTheme, symbols: SymbolSet,
    formats: LocalFormats
  ) {
    let row = rect.row + rect.rows - 1
    let ground = hasCursor ? theme.accent : theme.ground
    surface.fill(
      CellRect(column: rect.column, row: row, columns: rect.columns, rows: 1),
      with: Cell(glyph: .space, foreground: ground, background: ground))
    var room = rect.columns
    let length = duration.map { CleanText(formats.clock($0)) } ?? ""
    if !length.isEmpty, length.displayWidth + 4 <= room {
      room -= length.displayWidth
      surface.drawText(
        length, column: rect.column + room, row: row, maxColumns: length.displayWidth,
        foreground: hasCursor ? theme.ground : theme.faint)
      room -= 1
    }
    var column = rect.column
    func write(_ text: CleanText, _ color: Color) {
      let used = surface.drawText(
        text, column: column, row: row, maxColumns: rect.column + room - column,
        foreground: hasCursor ? theme.ground : color,
        attributes: hasCursor ? .bold : [])
      column += used
    }
    if isMarked { write(CleanText("\(symbols.marked) "), theme.accent) }
    if isLiked { write(CleanText("\(symbols.liked) "), theme.likedBeside) }
    if let verdict = review.verdict {
      write(
        CleanText("\(verdict == .keep ? symbols.kept : symbols.rejected) "),
        verdict == .keep ? theme.accent : theme.likedBeside)
    }
    if review.rating > 0 { write(CleanText("\(review.rating)\(symbols.star) "), theme.accent) }
    let rest = rect.column + room - column
    if rest > 0 {
      let color = review.verdict == .reject ? theme.faint : theme.text
      write(title(inColumns: rest).fittedAtBothEnds(toColumns: rest), color)
    }
  }
}

extension OverviewTile {
  /// Where there is no room for all of it, what tells it from its neighbours' is worth more.
  private func title(inColumns columns: Int) -> CleanText {
    if title.displayWidth <= columns { return title }
    if shortTitle.displayWidth <= columns || sharedStart == 0 { return shortTitle }
    var (room, start) = (columns - 1, shortTitle.string.endIndex)
    let own = shortTitle.string.index(shortTitle.string.startIndex, offsetBy: sharedStart)
    while start > shortTitle.string.startIndex {
      let before = shortTitle.string.index(before: start)
      room -= shortTitle.string[before].displayWidth
      // What is its own may have to be shortened yet.
      guard room >= 0 || before >= own else { break }
      start = before
    }
    return CleanText("\u{2026}\(shortTitle.string[start...])")
  }
}

extension CleanText {
  /// A shorter start is not worth an ellipsis, in characters.
  private static let shortestStart = 3

  /// How many characters another text begins with as well, up to the last word that differs; 0 for a few.
  fileprivate func startOfWords(sharedWith other: CleanText) -> Int {
    let shared = zip(string, other.string).prefix { $0 == $1 }.map(\.0)
    let words = shared.lastIndex { !$0.isLetter && !$0.isNumber }.map { $0 + 1 } ?? 0
    return words > Self.shortestStart && words < string.count ? words : 0
  }
}

extension Overview.Tile {
  /// The title, without the extension if it is the name of a file.
  fileprivate var shortTitle: CleanText {
    item.title == title ? item.titleWithoutExtension : title
  }
}

extension FeedItem {
  /// The longest ending of a name that is taken for a kind of file.
  private static let longestExtension = 5

  /// The title, without the extension if it is the name of a file.
  fileprivate var titleWithoutExtension: CleanText {
    guard playable?.isTitledByFile == true, let dot = title.string.lastIndex(of: "."),
      dot > title.string.startIndex,
      title.string[dot...].count <= Self.longestExtension
    else { return title }
    return CleanText(String(title.string[..<dot]))
  }
}

/// The tiles and headings on screen.
package struct OverviewContent: Hashable, Sendable {
  /// In order; `nil` for one that has not been read.
  var tiles: [OverviewTile?] = []
  var headings: [OverviewHeading] = []

  package init(_ state: App.State) {
    guard let overview = state.feed.overview else { return }
    for row in overview.visibleRows {
      switch row.content {
      case .tiles(let numbers):
        for (column, number) in numbers.enumerated() {
          tiles.append(
            OverviewTile(state.feed, overview, number, line: row.line, column: column))
        }
      case .heading(let index) where overview.shownSections.indices.contains(index):
        let section = overview.shownSections[index]
        headings.append(
          OverviewHeading(
            line: row.line, name: section.name, count: section.count,
            part: overview.partInSight(ofSection: index)))
      case .heading: break
      }
    }
  }
}

/// The name of a section, how many clips it has, and which of them are in sight.
package struct OverviewHeading: Hashable, Sendable {
  package var line: Int
  package var name: FeedSection.Name
  package var count: Int
  /// What is in sight, counted from its first clip; `nil` if nothing is beside the screen.
  package var part: Range<Int>?

  package func draw(
    in rect: CellRect, of surface: inout Surface, theme: ScreenTheme, symbols: SymbolSet,
    formats: LocalFormats
  ) {
    let count = CleanText("  \(place(symbols, formats))")
    let used = surface.drawText(
      name.words(formats).fittedAtBothEnds(toColumns: max(rect.columns - count.displayWidth, 1)),
      .title,
      column: rect.column, row: rect.row, maxColumns: rect.columns, theme: theme)
    surface.drawText(
      count, .place, column: rect.column + used, row: rect.row, maxColumns: rect.columns - used,
      theme: theme)
  }

  /// How many clips there are, or between arrows to the others, which of them are in sight.
  private func place(_ symbols: SymbolSet, _ formats: LocalFormats) -> String {
    let all = formats.count(count)
    guard let part else { return all }
    let (first, last) = (formats.count(part.lowerBound + 1), formats.count(part.upperBound))
    let before = part.lowerBound == 0 ? "" : symbols.hasArrows ? "‹ " : "< "
    let after = part.upperBound >= count ? "" : symbols.hasArrows ? " ›" : " >"
    return before + localized("%s-%s of %s", first, last, all) + after
  }
}

extension FeedSection.Name {
  /// The name to show; never empty.
  func words(_ formats: LocalFormats) -> CleanText {
    switch self {
    case .title(let title): title.isEmpty ? .localized("others") : title
    case .day(let day): CleanText(formats.day(Double(day) * 86_400) ?? "")
    }
  }
}
