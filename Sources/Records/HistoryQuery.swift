import GRDB
import Models

/// Which part of the history is meant.
package struct HistoryQuery: Sendable {
  /// Files, folders, addresses and feeds; none means everything.
  package var places: [FilePath]
  /// Visits that ended since then, in seconds since 1970; `nil` for all.
  package var since: Double?

  package init(places: [FilePath] = [], since: Double? = nil) {
    self.places = places
    self.since = since
  }

  var isAll: Bool { places.isEmpty && since == nil }

  /// Whether a clip is one of its places or below one, whenever it was watched.
  package func covers(_ location: MediaLocation) -> Bool {
    guard !places.isEmpty else { return true }
    let own = location.filePath.map { CanonicalPath.ofItem($0).uri } ?? location.uri
    return names.contains { own == $0 || own.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }
  }

  /// The places as locations in the state folder.
  private var names: [String] {
    places.map { place in
      let text = String(decoding: place.bytes, as: UTF8.self)
      if let address = RemoteAddress(text) { return address.withoutSecrets.string }
      return CanonicalPath.ofPlace(FilePath(uri: text) ?? place).uri
    }
  }

  /// The condition on `visit` and `item`.
  func condition(_ base: LocationBase) -> SQL {
    let place = place(base)
    return since.map { "visit.end >= \($0) AND \(place)" } ?? place
  }

  /// The condition on `item`.
  func place(_ base: LocationBase) -> SQL {
    guard !places.isEmpty else { return "TRUE" }
    let parts = places.flatMap { place -> [String] in
      if let address = RemoteAddress(String(decoding: place.bytes, as: UTF8.self)) {
        return [address.withoutSecrets.string]
      }
      let path = CanonicalPath.ofPlace(
        FilePath(uri: String(decoding: place.bytes, as: UTF8.self)) ?? place)
      return [base.location(path)] + (base.isBelow(path) ? [LocationBase.here] : [])
    }.map { location -> SQL in
      let folder = location.hasSuffix("/") ? location : location + "/"
      // Everything below it: "0" is the character after "/".
      let end = String(folder.dropLast()) + "0"
      return """
        item.location = \(location) OR item.feed = \(location)
          OR item.location >= \(folder) AND item.location < \(end)
        """
    }
    return "(\(parts.joined(separator: " OR ")))"
  }

  /// A subquery of the items with visits: when the last one ended, how many there were, and how long
  /// they took.
  func items(_ base: LocationBase) -> SQL {
    let place = place(base)
    guard let since else {
      return "SELECT item.*, seen AS end FROM item WHERE visits > 0 AND \(place)"
    }
    return """
      SELECT item.id, location, feed, title, reached, duration, part.*
      FROM (
        SELECT item, count(*) AS visits, sum(watched) AS total, max(end) AS end
        FROM visit WHERE end >= \(since) GROUP BY item
      ) AS part CROSS JOIN item ON item.id = part.item
      WHERE \(place)
      """
  }
}
