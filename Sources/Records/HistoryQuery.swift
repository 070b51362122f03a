import GRDB
import Models

/// Which part of the history is meant.
package struct HistoryQuery: Sendable {
  /// Files, folders, addresses and feeds; none means everything.
  package var places: [FilePath]
  /// Visits that ended since then, in seconds since 1970; `nil` for all.
  package var since: Double?

  /// Creates a query.
  ///
  /// - Parameters:
  ///   - places: Files, folders, addresses and feeds; none means everything.
  ///   - since: Visits that ended since then, in seconds since 1970.
  package init(places: [FilePath] = [], since: Double? = nil) {
    self.places = places
    self.since = since
  }

  /// Whether it means everything.
  var isAll: Bool { places.isEmpty && since == nil }

  /// The condition on `visit` and `item`, and its arguments.
  var condition: (sql: String, arguments: StatementArguments) {
    var conditions: [String] = []
    var arguments = StatementArguments()
    if let since {
      conditions.append("visit.end >= ?")
      arguments += [since]
    }
    if !places.isEmpty {
      let parts = places.map { place -> String in
        let location = Self.location(place)
        let folder = location.hasSuffix("/") ? location : location + "/"
        // Everything below it: "0" is the character after "/".
        arguments += [location, location, folder, String(folder.dropLast()) + "0"]
        return "item.location = ? OR item.feed = ? OR item.location >= ? AND item.location < ?"
      }
      conditions.append("(\(parts.joined(separator: " OR ")))")
    }
    return (conditions.isEmpty ? "TRUE" : conditions.joined(separator: " AND "), arguments)
  }

  private static func location(_ place: FilePath) -> String {
    let text = String(decoding: place.bytes, as: UTF8.self)
    if let address = RemoteAddress(text) { return address.withoutSecrets.string }
    return CanonicalPath.ofPlace(FilePath(uri: text) ?? place).uri
  }
}
