import AppFeature
import Graphics
import Models
import Platform

/// A message in the middle of the frame's area.
package struct Card {
  package var title: CleanText
  package var lines: [CleanText]

  /// Draws the card into an area, as much as fits.
  package func draw(
    in area: CellRect, of surface: inout Surface, theme: ScreenTheme = .dark
  ) {
    let columns = min(area.columns - 4, 72)
    guard columns > 0, area.rows > 0 else { return }
    let parts = [(title, TextRole.title)] + lines.map { ($0, .body) }
    let rows = ArticleText.lines(parts, columns: columns).prefix(area.rows)
    let top = area.row + (area.rows - rows.count) / 2
    for (index, line) in rows.enumerated() {
      let column = area.column + (area.columns - line.text.displayWidth) / 2
      surface.drawText(
        line.text, line.role, column: column, row: top + index, maxColumns: columns, theme: theme)
    }
  }
}

extension Card {
  /// The page after the last clip of triage: what was decided, and how to go on.
  static func judged(_ verdicts: VerdictCount, keyMap: KeyMap, formats: LocalFormats) -> Card {
    let keys = [
      keyMap.keyName(for: .apply).map { localized("%s applies (asks first)", $0) },
      keyMap.keyName(for: .undo).map { localized("%s undoes", $0) },
      keyMap.keyName(for: .previousClip).map { localized("%s goes back", $0) },
      keyMap.keyName(for: .quit).map { localized("%s quits", $0) },
    ].compactMap(\.self)
    return Card(
      title: .localized("No clips left to judge."),
      lines: [
        .localized(
          "%1$s kept, %2$s rejected", formats.count(verdicts.kept),
          formats.count(verdicts.rejected)),
        CleanText(keys.joined(separator: ", ")),
      ])
  }

  /// A page without an item: what is being searched for, or that there is nothing.
  static func empty(
    isGrowing: Bool, filter: FeedFilter, place: FeedPlace?, keyMap: KeyMap,
    formats: LocalFormats = .plain
  ) -> Card {
    let found = place?.total ?? 0
    var lines: [CleanText] = []
    if isGrowing, found > 0 {
      lines.append(.localized("%s found so far", formats.count(found)))
    }
    guard filter != .none else {
      return Card(
        title: isGrowing ? .localized("Looking for clips…") : .localized("No clips here."),
        lines: lines)
    }
    let text = CleanText(filter.text)
    if let reading = place?.reading {
      lines.append(
        .localized(
          "searching: %1$s of %2$s", formats.count(reading.done), formats.count(reading.total)))
    }
    if isGrowing { return Card(title: .localized("Looking for “%s”…", text), lines: lines) }
    if filter.text.contains(":") {
      lines.append(
        .localized(
          "Conditions: %s",
          """
          is:liked is:seen is:unseen is:begun is:kept is:rejected is:unreviewed rated:>3 tag:NAME \
          dur:<30s size:>100M date:2026-05 codec:hevc title:bee portrait landscape
          """
        ))
    }
    if let key = keyMap.keyName(for: .close) {
      lines.append(.localized("%s shows all clips.", key))
    }
    return Card(title: .localized("Nothing matches “%s”.", text), lines: lines)
  }

  /// A message of the feed, with what can be done about it.
  static func notice(_ page: NoticeItem, keyMap: KeyMap) -> Card {
    var lines = [page.notice.detail]
    if page.isRetrying {
      lines.append(.localized("Trying again…"))
    } else if page.notice.canRetry, let key = keyMap.keyName(for: .refresh) {
      lines.append(.localized("%s tries again.", key))
    }
    return Card(title: page.notice.heading, lines: lines)
  }

  /// A clip that cannot be played.
  ///
  /// - Parameters:
  ///   - next: The key for the next page; `nil` if there is none.
  ///   - retry: The key that tries it again; `nil` if there is none.
  static func failure(
    _ failure: MediaError, of clip: ScreenModel.ClipPage, next: CleanText?, retry: String? = nil
  ) -> Card {
    // The reason first: a small screen has no room for more.
    let lines = [
      CleanText("\(failure)"), clip.location,
      failure.advice(isOnWeb: clip.isOnWeb, location: clip.location, retry: retry),
      clip.isRemote && failure.isOfLine ? retry.map { .localized("%s tries again.", $0) } : nil,
      next,
    ]
    return Card(title: .localized("Cannot play this clip"), lines: lines.compactMap(\.self))
  }
}
