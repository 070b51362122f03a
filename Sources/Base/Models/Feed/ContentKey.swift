/// What an item is, from one run of the program to the next: likes and history are kept by it.
package enum ContentKey: Hashable, Sendable {
  /// A file of this machine. Whoever keeps it adds the file's size and date: another file at the
  /// same path is something else.
  case file(FilePath)
  /// A clip or page on the web that belongs to no feed.
  case remote(RemoteAddress)
  /// An entry of a feed, by the feed's address and the entry's own id, which is any text.
  case entry(feed: String, id: String)

  /// The key as it is kept: addresses without their secrets, of which another one leads to the same item.
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
