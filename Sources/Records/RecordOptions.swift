import Models

/// Where the records are, and what is kept.
package struct RecordOptions: Sendable {
  /// The state folder.
  package var folder: StateFolder
  /// Whether to keep history and places.
  package var keepsHistory: Bool
  /// A hash of a file's size, beginning and end, by which it is found again after a move; `nil` if it
  /// cannot be read.
  package var contentHash: @Sendable (FilePath) -> [UInt8]?

  /// Creates options.
  ///
  /// - Parameters:
  ///   - folder: The state folder.
  ///   - keepsHistory: Whether to keep history and places.
  ///   - contentHash: A hash of a file's size, beginning and end.
  package init(
    folder: StateFolder, keepsHistory: Bool = true,
    contentHash: @escaping @Sendable (FilePath) -> [UInt8]? = { _ in nil }
  ) {
    self.folder = folder
    self.keepsHistory = keepsHistory
    self.contentHash = contentHash
  }

  /// The database.
  var file: FilePath { folder.file("flick.db") }
}
