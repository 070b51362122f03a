import Foundation
import Models
import Platform
import Records

/// The history as a person reads it.
struct HistoryTable {
  let report: HistoryReport
  let formats: LocalFormats

  var text: String {
    guard report.itemCount > 0 else { return localized("no visits") + "\n" }
    var parts = [list]
    let more = report.itemCount - report.items.count
    if more > 0 {
      parts.append(localizedPlural(more, "and %s more clip", "and %s more clips", more) + "\n")
    }
    parts.append(total)
    return parts.joined(separator: "\n")
  }

  private var list: String {
    let header = [
      localized("seen"), localized("watched"), localized("times"), localized("far"),
      localized("ended"), localized("clip"),
    ]
    return Self.columns(
      [header]
        + report.items.map { item in
          [
            formats.dateAndTime(item.end, offset: offset(at: item.end)) ?? "",
            formats.clock(item.watched), formats.count(item.visits), far(item),
            Self.words(leaving: item.leaving), name(item),
          ]
        }, right: [1, 2, 3])
  }

  private var total: String {
    // Many clips may have been watched for more than 99 hours.
    let watched = formats.clock(report.watched, limit: 1e12)
    return localized(
      "%1$s, %2$s, %3$s watched",
      localizedPlural(report.itemCount, "%s clip", "%s clips", report.itemCount),
      localizedPlural(report.visitCount, "%s visit", "%s visits", report.visitCount),
      watched) + "\n"
  }

  private func offset(at time: Double) -> Int {
    TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: time))
  }

  private func far(_ item: SeenItem) -> String {
    guard let reached = item.reached, let duration = item.duration, duration > 0 else { return "" }
    return "\(Int(saturating: min(max(reached / duration, 0), 1) * 100)) %"
  }

  private func name(_ item: SeenItem) -> String {
    Self.name(location: item.location, title: item.title)
  }

  /// What a person calls an item: a path, or a title.
  static func name(location: String, title: String) -> String {
    if let path = FilePath(uri: location) { return path.description }
    return CleanText(title.isEmpty ? location : title).string
  }

  private static func words(leaving: String) -> String {
    switch Impression.Leaving(rawValue: leaving) {
    case .forwards: localized("to the next")
    case .backwards: localized("to the previous")
    case .jump: localized("by a jump")
    case .end: localized("at its end")
    case .quit: localized("by quitting")
    case .deleted: localized("deleted")
    case .film: localized("to the film")
    case nil: ""
    }
  }

  /// Lines with columns as wide as their longest text; the last one is as long as it is.
  static func columns(_ rows: [[String]], right: Set<Int>) -> String {
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
