import Models

extension FeedDocument {
  /// The servers that its clips and pictures are on: an address for each, in order.
  package var hosts: [RemoteAddress] {
    var seen: Set<String> = []
    return items.compactMap(\.remote).filter { seen.insert($0.host.lowercased()).inserted }
  }

  /// Puts notices in the place of clips and pictures whose servers may not be named.
  ///
  /// - Parameters:
  ///   - isPrivate: Servers in private networks, in lower case.
  ///   - tooMany: Servers that were not looked up, because there are so many.
  package mutating func refuse(isPrivate: Set<String>, tooMany: Set<String>) {
    guard !isPrivate.isEmpty || !tooMany.isEmpty else { return }
    for (index, item) in items.enumerated() {
      guard let address = item.remote else { continue }
      let host = address.host.lowercased()
      let title: CleanText? =
        switch item.kind {
        case .clip(let clip), .picture(let clip): clip.title
        case .article, .notice: nil
        }
      if isPrivate.contains(host) {
        items[index] = FoundItem(
          kind: .notice(FeedRefusal.privateHost(address).notice(title: title)))
      } else if tooMany.contains(host) {
        items[index] = FoundItem(
          kind: .notice(FeedRefusal.tooManyHosts(address).notice(title: title)))
      }
    }
  }
}

extension FoundItem {
  /// Where its clip or picture is on the web.
  fileprivate var remote: RemoteAddress? {
    switch kind {
    case .clip(let clip), .picture(let clip):
      if case .remote(let address) = clip.location { address } else { nil }
    case .article, .notice: nil
    }
  }
}
