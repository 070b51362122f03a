import Models

/// Why a configuration file cannot be used.
package struct SettingsFileError: Error, Hashable, Sendable, CustomStringConvertible {
  package let path: FilePath
  /// Where in it something is wrong; `nil` if nothing can be read at all.
  package let position: TextPosition?
  package let words: String

  /// Creates an error.
  package init(path: FilePath, position: TextPosition? = nil, words: String) {
    self.path = path
    self.position = position
    self.words = words
  }

  package var description: String {
    "\(path)\(position.map { ":\($0)" } ?? ""): \(words)"
  }
}
