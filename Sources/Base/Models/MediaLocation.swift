/// Where a clip's bytes come from.
///
/// Only what differs in kind, such as how a clip is opened, has to tell the cases apart; everything
/// else asks the questions below.
package enum MediaLocation: Hashable, Sendable {
  /// A regular file on this machine.
  case file(FilePath)
  /// A file or a stream of segments on a server.
  case remote(RemoteAddress)
}

extension MediaLocation {
  /// The path of a file on this machine; `nil` for anything else.
  package var filePath: FilePath? { if case .file(let path) = self { path } else { nil } }

  /// The address of what is on a server; `nil` for a file.
  package var address: RemoteAddress? {
    if case .remote(let address) = self { address } else { nil }
  }

  /// Whether it comes from a server, which may be slow and may be gone.
  package var isRemote: Bool { address != nil }

  /// The part of a clip that it names; `nil` for all of it. In the name of a file, `#` is a letter.
  package var span: TimeSpan? { address?.span }

  /// The location of the whole clip.
  package var whole: MediaLocation { address.map { .remote($0.whole) } ?? self }

  /// A title made from the location: the file's name.
  package var title: CleanText {
    switch self {
    case .file(let path): CleanText(bytes: path.lastComponent)
    case .remote(let address): address.title
    }
  }

  /// The file name's extension, in lower case.
  package var lowercaseExtension: String {
    (filePath ?? FilePath(String((address?.target ?? "").prefix { $0 != "?" }))).lowercaseExtension
  }

  /// The key of likes and history, unless it is of an entry of a feed.
  package var contentKey: ContentKey {
    switch self {
    case .file(let path): .file(path)
    case .remote(let address): .remote(address)
    }
  }

  /// The text that it is stored under and `init(uri:)` reads, in printable ASCII: an address, without
  /// its secrets.
  package var uri: String {
    switch self {
    case .file(let path): path.uri
    case .remote(let address): address.withoutSecrets.string
    }
  }

  /// Parses the output of `uri`; `nil` for anything but an absolute path or an address.
  package init?(uri: String) {
    if let path = FilePath(uri: uri) {
      self = .file(path)
    } else if let address = RemoteAddress(uri) {
      self = .remote(address)
    } else {
      return nil
    }
  }
}

extension MediaLocation: CustomStringConvertible {
  /// The location, cleaned for display.
  package var description: String {
    switch self {
    case .file(let path): path.description
    case .remote(let address): address.description
    }
  }
}
