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
