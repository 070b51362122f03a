import Models

/// Where a feed or list was found: what its references are relative to, and what they may name.
package enum FeedBase: Hashable, Sendable {
  /// In a folder of this machine.
  case folder(FilePath)
  /// At an address of the web.
  ///
  /// - Parameter isPublic: Whether its server is one of the public web, which may name no others
  ///   than such.
  case web(RemoteAddress, isPublic: Bool)

  /// The address of the web that a reference names; `nil` if it is none, or if this is a folder.
  package func address(_ reference: String) -> RemoteAddress? {
    guard case .web(let own, let isPublic) = self, var address = own.resolving(reference) else {
      return nil
    }
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
    case .folder(let folder):
      switch NamedPlace(line) {
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
      case .remote(let address): base = .web(address, isPublic: isPublic)
      case .file(let path): base = .folder(step.hasSuffix("/") ? path : path.parent)
      case .address: continue
      }
    }
    switch base {
    case .web: return base.location(of: reference.utf8) ?? .address(FeedText.reference(reference))
    case .folder(let folder):
      guard !FeedText.hasScheme(reference) || reference.contains("://") else {
        return .address(FeedText.reference(reference))
      }
      if case .path = NamedPlace(reference.utf8), !reference.contains("://") {
        let path = PercentCoding.decoded(Array(reference.utf8))
        guard !path.contains(0), !path.isEmpty else {
          return .address(FeedText.reference(reference))
        }
        return .file(folder.appending(FilePath(bytes: path)))
      }
      return base.location(of: reference.utf8) ?? .address(FeedText.reference(reference))
    }
  }

  /// Whether what it names has to be of the public web, too.
  package var isPublic: Bool {
    switch self {
    case .folder: false
    case .web(_, let isPublic): isPublic
    }
  }
}

/// Why something that a feed names is not opened.
package enum FeedRefusal: Hashable, Sendable {
  /// Neither `http` nor `https`, or no address at all.
  case address(CleanText)
  /// In a private network, named by a page of the public web.
  case privateHost(RemoteAddress)
  /// The page that stands where the entry would.
  ///
  /// - Parameter title: The entry's own, if it has one.
  package func notice(title: CleanText?) -> Notice {
    let detail: CleanText =
      switch self {
      case .address(let address):
        .localized("%s: only http and https addresses are opened from a feed or list", address)
      case .privateHost(let address):
        .localized(
          "%s: a feed of the public web may not name a machine of a private network", address)
      }
    let named = title.flatMap { $0.isEmpty ? nil : $0 }
    return Notice(
      title: named.map { CleanText.localized("Not opened: %s", $0) }
        ?? .localized("An address that is not opened"), detail: detail)
  }
}
