/// Where a clip's bytes come from.
package enum MediaLocation: Hashable, Sendable {
  /// A regular file on this machine.
  case file(FilePath)
  /// A file or a stream of segments on a web server.
  case remote(RemoteAddress)
}

extension MediaLocation: CustomStringConvertible {
  /// The location made harmless for display.
  package var description: String {
    switch self {
    case .file(let path): path.description
    case .remote(let address): address.description
    }
  }
}

/// A clip as a feed knows it: before anything of it has been opened.
package struct Clip: Hashable, Sendable {
  package var location: MediaLocation

  /// What the cue shows; the file's name unless its list says better.
  package var title: CleanText

  /// Creates a clip.
  package init(location: MediaLocation, title: CleanText) {
    self.location = location
    self.title = title
  }

  /// Creates a clip of a file, titled by the file's name.
  package init(file path: FilePath) {
    self.init(location: .file(path), title: CleanText(bytes: path.lastComponent))
  }
}
