import Foundation
import Models
import Platform
import Records

/// The history as a person reads it.
struct HistoryTable {
  let items: [SeenItem]
  let days: [SeenDay]
  /// How many items are listed.
  let limit: Int
  let formats: LocalFormats

  /// The longest bar of the week, in columns.
  private static let barWidth = 40
  /// How many folders are listed.
  private static let folderLimit = 10

  var text: String {
    guard !items.isEmpty else { return localized("no visits") + "\n" }
    var parts = [list]
    let more = items.count - limit
    if more > 0 {
      parts.append(localizedPlural(more, "and %s more clip", "and %s more clips", more) + "\n")
    }
    parts.append(total)
    if folders.count > 1 { parts.append(byFolder) }
    if !days.isEmpty { parts.append(week) }
    return parts.joined(separator: "\n")
  }

  private var list: String {
    let header = [
      localized("seen"), localized("watched"), localized("times"), localized("far"),
      localized("ended"), localized("clip"),
    ]
    return Self.columns(
      [header]
        + items.prefix(limit).map { item in
          [
            formats.dateAndTime(item.end, offset: offset(at: item.end)) ?? "",
            formats.clock(item.watched), formats.count(item.visits), far(item),
            Self.words(leaving: item.leaving), name(item),
          ]
        }, right: [1, 2, 3])
  }

  private var total: String {
    let visits = items.reduce(0) { $0 + $1.visits }
    let watched = items.reduce(0) { $0 + $1.watched }
    return localized(
      "%1$s, %2$s, %3$s watched",
      localizedPlural(items.count, "%s clip", "%s clips", items.count),
      localizedPlural(visits, "%s visit", "%s visits", visits), formats.clock(watched)) + "\n"
  }

  /// The playing time by folder or feed, longest first.
  private var folders: [(name: String, watched: Double)] {
    Dictionary(grouping: items, by: Self.folder)
      .map { (name: $0.key, watched: $0.value.reduce(0) { $0 + $1.watched }) }
      .sorted { ($1.watched, $0.name) < ($0.watched, $1.name) }
  }

  private var byFolder: String {
    Self.columns(
      [[localized("watched"), localized("folder")]]
        + folders.prefix(Self.folderLimit).map { [formats.clock($0.watched), $0.name] },
      right: [0])
  }

  private var week: String {
    let longest = max(days.map(\.watched).max() ?? 0, 1)
    let now = WallClock.now
    return Self.columns(
      (0..<7).reversed().map { age in
        let watched = days.first { $0.age == age }?.watched ?? 0
        let date = now - Double(age) * 86_400
        let width = Int((watched / longest * Double(Self.barWidth)).rounded())
        return [
          formats.day(date, offset: offset(at: date)) ?? "", formats.clock(watched),
          String(repeating: "#", count: min(max(width, 0), Self.barWidth)),
        ]
      }, right: [1])
  }

  private func offset(at time: Double) -> Int {
    TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: time))
  }

  private func far(_ item: SeenItem) -> String {
    guard let reached = item.reached, let duration = item.duration, duration > 0 else { return "" }
    return "\(Int(min(max(reached / duration, 0), 1) * 100)) %"
  }

  private func name(_ item: SeenItem) -> String {
    if let path = FilePath(uri: item.location) { return path.description }
    return CleanText(item.title.isEmpty ? item.location : item.title).string
  }

  private static func folder(_ item: SeenItem) -> String {
    if let path = FilePath(uri: item.location) { return path.parent.description }
    if !item.feed.isEmpty { return CleanText(item.feed).string }
    return CleanText(FilePath(item.location).parent.description).string
  }

  private static func words(leaving: String) -> String {
    switch Impression.Leaving(rawValue: leaving) {
    case .forwards: localized("to the next")
    case .backwards: localized("to the previous")
    case .jump: localized("by a jump")
    case .end: localized("at its end")
    case .quit: localized("by quitting")
    case .deleted: localized("deleted")
    case nil: ""
    }
  }

  /// Lines with columns as wide as their longest text; the last one is as long as it is.
  private static func columns(_ rows: [[String]], right: Set<Int>) -> String {
    let widths = (0..<(rows.first?.count ?? 0)).map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    return rows.map { row in
      var line = row.enumerated().map { column, text in
        if column == row.count - 1 { return text }
        let space = String(repeating: " ", count: widths[column] - text.count)
        return right.contains(column) ? space + text : text + space
      }.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}
