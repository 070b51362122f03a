import GRDB
import Models

/// Which web addresses the public web has named, and must not lead into private networks by
/// (docs/decisions/web-private-networks.md).
extension Records {
  /// Saves who named an item's address last.
  func setNamed(_ item: Int64, by address: RemoteAddress) throws {
    try run(
      address.isNamedByPublic
        ? "INSERT INTO named_by_public (item) VALUES (?) ON CONFLICT DO NOTHING"
        : "DELETE FROM named_by_public WHERE item = ?", [item])
  }

  /// Whether a feed may be one of the public web, by its address.
  static func isPublic(_ feed: String) -> Bool {
    RemoteAddress(feed).map { !$0.isPrivateByName } ?? false
  }

  /// Marks the addresses that earlier versions have saved as named by the public web, unless their
  /// feed or they themselves are private by name: the public web cannot have named those.
  func markPublicAddresses() throws {
    let known = try rows(
      """
      SELECT item.id, feed, ifnull(url, location) AS address
      FROM item LEFT JOIN liked ON liked.item = item.id
      WHERE kind <> 'file' AND location IS NOT NULL AND (url IS NOT NULL OR kind = 'web')
      """)
    for row in known {
      guard let id: Int64 = row["id"],
        let address = (row["address"] as String?).flatMap({ RemoteAddress($0) })
      else { continue }
      let feed: String = row["feed"] ?? ""
      var named = address
      named.isNamedByPublic = !address.isPrivateByName && (feed.isEmpty || Self.isPublic(feed))
      try setNamed(id, by: named)
    }
  }
}
