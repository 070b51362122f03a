/// Identifies an item across runs of the program; the key of likes and history.
package enum ContentKey: Hashable, Sendable {
  /// A local file. Stored together with the file's size and date, because another file may replace
  /// it at the same path.
  case file(FilePath)
  /// A clip or web page that belongs to no feed.
  case remote(RemoteAddress)
  /// An entry of a feed, by the feed's address and the entry's own id (any text).
  case entry(feed: String, id: String)

  /// The key as it is stored: addresses lose their secrets, since the same item may be reached with
  /// different ones.
  package var withoutSecrets: ContentKey {
    switch self {
    case .file: self
    case .remote(let address): .remote(address.withoutSecrets)
    case .entry(let feed, let id):
      .entry(
        feed: RemoteAddress.withoutSecrets(feed), id: RemoteAddress.withoutSecrets(id))
    }
  }
}
