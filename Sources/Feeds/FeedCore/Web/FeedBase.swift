import Models

/// Where a feed or list was found: what its references are relative to, and what they may name.
package enum FeedBase: Sendable {
  /// In a folder of this machine, with what reads the addresses it names.
  case folder(FilePath, AddressReader)
  /// At an address of the web: whether its server is one of the public web, which may name no others than
  /// such, and what reads those it names.
  case web(RemoteAddress, isPublic: Bool, AddressReader)

  /// The address of the web that a reference names; `nil` if it is none, or if this is a folder.
  package func address(_ reference: String) -> RemoteAddress? {
    guard case .web(let own, let isPublic, let addresses) = self,
      var address = addresses.read(reference, relativeTo: own)
    else { return nil }
    address.isNamedByPublic = isPublic
    return address
  }

  /// What a line of a list names.
  ///
  /// - Returns: `nil` for what can be no path, because it holds a zero byte.
  package func location(of line: some Collection<UInt8>) -> Playlist.Entry.Location? {
    switch self {
    case .web:
      let reference = String(decoding: line, as: UTF8.self).trimmingWhitespace
      return self.address(reference).map { .remote($0) }
        ?? .address(FeedText.reference(reference))
    case .folder(let folder, let addresses):
      switch NamedPlace(line, addresses) {
      case .path(let path):
        return path.contains(0) ? nil : .file(folder.appending(FilePath(bytes: path)))
      case .remote(let address): return .remote(address)
      case .malformed, .other: return .address(CleanText(bytes: line))
      }
    }
  }

  /// What a reference of a feed names: addresses are percent-encoded there, those of files too.
  ///
  /// - Parameters:
  ///   - reference: As it stands in the document.
  ///   - bases: What it is relative to, each relative to the one before (XML Base).
  func location(ofReference reference: String, bases: [String] = []) -> Playlist.Entry.Location {
    let reference = reference.trimmingWhitespace
    var base = self
    for step in bases {
      switch base.location(ofReference: step) {
      case .remote(let address): base = .web(address, isPublic: isPublic, addresses)
      case .file(let path): base = .folder(step.hasSuffix("/") ? path : path.parent, addresses)
      case .address: continue
      }
    }
    guard case .folder(let folder, _) = base, !reference.contains("://") else {
      return base.location(of: reference.utf8) ?? .address(FeedText.reference(reference))
    }
    let path = PercentCoding.decoded(Array(reference.utf8))
    guard !FeedText.hasScheme(reference), !path.contains(0), !path.isEmpty else {
      return .address(FeedText.reference(reference))
    }
    return .file(folder.appending(FilePath(bytes: path)))
  }

  /// The page of what a feed or list names, or the one that tells why that is not opened.
  ///
  /// - Parameters:
  ///   - location: Where it is.
  ///   - title: The entry's own, if it has one.
  ///   - open: Makes the page of what is opened.
  func page(
    of location: Playlist.Entry.Location, title: CleanText?, _ open: (MediaLocation) -> FoundItem
  ) -> FoundItem {
    switch location {
    case .file(let path): open(.file(path))
    case .remote(let address) where isPublic && address.isPrivateByName:
      FoundItem(kind: .notice(.privateHost(address, title: title)))
    case .remote(let address): open(.remote(address))
    case .address(let address): FoundItem(kind: .notice(.unopened(address, title: title)))
    }
  }

  /// Whether what it names has to be of the public web, too.
  package var isPublic: Bool {
    if case .web(_, let isPublic, _) = self { isPublic } else { false }
  }

  private var addresses: AddressReader {
    switch self {
    case .folder(_, let addresses), .web(_, _, let addresses): addresses
    }
  }
}

extension Notice {
  /// The page that stands where something would that a feed names: neither `http` nor `https`, or no
  /// address at all.
  ///
  /// - Parameter title: The entry's own, if it has one.
  static func unopened(_ address: CleanText, title: CleanText?) -> Notice {
    Notice(
      unopened: title,
      .localized("%s: feeds and playlists may name only http and https addresses", address))
  }

  /// Likewise of something in a private network that a page of the public web names.
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
