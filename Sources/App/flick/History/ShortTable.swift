import Models
import Platform
import Records

/// Which shorts lead to films, as a person reads it.
struct ShortTable {
  let shorts: [Short]
  let formats: LocalFormats

  /// - Parameter limit: How many shorts are listed.
  func text(limit: Int) -> String {
    guard !shorts.isEmpty else {
      return localized("no excerpts seen, and no clip that led to its film") + "\n"
    }
    let header = [
      localized("led to the film"), localized("watched"), localized("film watched"),
      localized("at"),
      localized("clip"),
    ]
    let rows = shorts.prefix(limit).map { short in
      [
        localized(
          "%1$s of %2$s", formats.count(short.ledCount), formats.count(short.visits)),
        formats.clock(short.watched), formats.clock(short.filmWatched, limit: 1e12),
        short.excerptStart.map { formats.clock($0) } ?? "",
        HistoryTable.name(location: short.location, title: short.title),
      ]
    }
    let (led, visits) = (total(\.ledCount), total(\.visits))
    let sum = localized(
      "%1$s, %2$s, of which %3$s led to the film",
      localizedPlural(shorts.count, "%s short", "%s shorts", formats.count(shorts.count)),
      localizedPlural(visits, "%s visit", "%s visits", formats.count(visits)), formats.count(led))
    return HistoryTable.columns([header] + rows, right: [0, 1, 2, 3]) + "\n" + sum + "\n"
  }

  private func total(_ count: (Short) -> Int) -> Int {
    shorts.reduce(0) { $0.adding(saturating: count($1)) }
  }
}
