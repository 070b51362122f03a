/// Where a clip's bytes come from.
package enum MediaLocation: Hashable, Sendable {
  /// A regular file on this machine.
  case file(FilePath)
  /// A file or a stream of segments on a web server.
  case remote(RemoteAddress)
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

/// A clip as known from its feed, before anything of it has been opened.
package struct Clip: Hashable, Sendable {
  package var location: MediaLocation

  /// The title for the title bar; the file name unless its playlist gives a better one.
  package var title: CleanText

  package init(location: MediaLocation, title: CleanText) {
    self.location = location
    self.title = title
  }

  /// The title is the file name.
  package init(file path: FilePath) {
    self.init(location: .file(path), title: CleanText(bytes: path.lastComponent))
  }
}
