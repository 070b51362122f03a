import Models

/// The location of a feed or list: the base of its references, and the limit on what they may name.
package enum FeedBase: Sendable {
  /// In a local folder, with a parser for addresses.
  case folder(FilePath, AddressReader)
  /// At a web address: whether its server is on the public web, and so may only name other public
  /// ones, and a parser for addresses.
  case web(RemoteAddress, isPublic: Bool, AddressReader)

  /// The web address of a reference; `nil` if it is none, or if this is a folder.
  package func address(_ reference: String) -> RemoteAddress? {
    guard case .web(let own, let isPublic, let addresses) = self,
      var address = addresses.read(reference, relativeTo: own), address.scheme.isWeb
    else { return nil }
    address.isNamedByPublic = isPublic
    return address
  }

  /// The location that a line of a list names.
  ///
  /// - Returns: `nil` for what cannot be a path because it holds a NUL byte.
  package func location(of line: some Collection<UInt8>) -> Playlist.Entry.Location? {
    switch self {
    case .web:
      let reference = String(decoding: line, as: UTF8.self).trimmingWhitespace
      return self.address(reference).map { .remote($0) }
        ?? .address(Self.withoutPassword(reference) ?? FeedText.reference(reference))
    case .folder(let folder, let addresses):
      switch NamedPlace(line, addresses) {
      case .path(let path):
        return path.contains(0) ? nil : .file(folder.appending(FilePath(bytes: path)))
      case .remote(let address): return .remote(address)
      case .malformed, .other:
        let text = String(decoding: line, as: UTF8.self)
        return .address(Self.withoutPassword(text) ?? CleanText(bytes: line))
      }
    }
  }

  /// The location that a feed's reference names: addresses there are percent-encoded, file
  /// addresses too. `xml:base` changes nothing.
  ///
  /// - Parameter reference: As written in the document.
  func location(ofReference reference: String) -> Playlist.Entry.Location {
    let reference = reference.trimmingWhitespace
    guard case .folder(let folder, _) = self, !reference.contains("://") else {
      return location(of: reference.utf8) ?? .address(FeedText.reference(reference))
    }
    let path = PercentCoding.decoded(Array(reference.utf8))
    guard !FeedText.hasScheme(reference), !path.contains(0), !path.isEmpty else {
      return .address(FeedText.reference(reference))
    }
    return .file(folder.appending(FilePath(bytes: path)))
  }

  /// An `sftp` address that is not opened, as it may be shown.
  private static func withoutPassword(_ address: String) -> CleanText? {
    AddressReader.sftp(address).map { CleanText($0.description) }
  }

  /// The page for a location in a feed or list, or a notice why it is not opened.
  ///
  /// - Parameters:
  ///   - location: The location.
  ///   - title: The entry's own, if it has one.
  ///   - open: Makes the page for a location that is opened.
  func page(
    of location: Playlist.Entry.Location, title: CleanText?, _ open: (MediaLocation) -> FoundItem
  ) -> FoundItem {
    switch location {
    case .file(let path): open(.file(path))
    case .remote(let address) where !mayLead(to: .remote(address)):
      FoundItem(kind: .notice(.privateHost(address, title: title)))
    case .remote(let address): open(.remote(address))
    case .address(let address): FoundItem(kind: .notice(.unopened(address, title: title)))
    }
  }

  /// What a feed's reference names, if it may be opened.
  func opened(_ reference: String) -> MediaLocation? {
    location(ofReference: reference).media.flatMap { mayLead(to: $0) ? $0 : nil }
  }

  /// Whether it may name a location: the public web leads to no private network.
  private func mayLead(to location: MediaLocation) -> Bool {
    !isPublic || location.address?.isPrivateByName != true
  }

  /// Whether everything it names has to be on the public web, too.
  package var isPublic: Bool {
    if case .web(_, let isPublic, _) = self { isPublic } else { false }
  }
}

extension Notice {
  /// The page for an address that is not opened: neither `http` nor `https`, or invalid.
  ///
  /// - Parameter title: The entry's own, if it has one.
  static func unopened(_ address: CleanText, title: CleanText?) -> Notice {
    Notice(
      unopened: title,
      .localized("%s: feeds and playlists may name only http and https addresses", address))
  }

  /// The page for an address in a private network that a page of the public web names.
  static func privateHost(_ address: RemoteAddress, title: CleanText?) -> Notice {
    Notice(
      unopened: title,
      .localized(
        "%s: a public feed may not name a host on a private network", address))
  }

  private init(unopened title: CleanText?, _ detail: CleanText) {
    let named = title.flatMap { $0.isEmpty ? nil : $0 }
    self.init(
      title: named.map { CleanText.localized("Not opened: %s", $0) }
        ?? .localized("Unsupported address"), detail: detail)
  }
}
