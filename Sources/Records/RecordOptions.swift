import Models

/// Where the records are, and what is kept.
package struct RecordOptions: Sendable {
  /// Which database is used.
  package let place: StorePlace
  /// Whether to keep history and places.
  package var keepsHistory: Bool
  /// Names the sound device, for what is kept of it.
  package var soundDevice = ""
  /// A hash of a file's size, beginning and end, by which it is found again after a move; `nil` if it
  /// cannot be read.
  package var contentHash: @Sendable (FilePath) -> [UInt8]?
  /// How paths are saved.
  let base: LocationBase

  /// Creates options. Looks paths up in the file system.
  ///
  /// - Parameters:
  ///   - place: Which database is used.
  ///   - keepsHistory: Whether to keep history and places.
  ///   - contentHash: A hash of a file's size, beginning and end.
  package init(
    _ place: StorePlace, keepsHistory: Bool = true,
    contentHash: @escaping @Sendable (FilePath) -> [UInt8]? = { _ in nil }
  ) {
    self.place = place
    self.keepsHistory = keepsHistory
    self.contentHash = contentHash
    base = LocationBase(place)
  }

  /// The database.
  package var file: FilePath { place.file }
}
