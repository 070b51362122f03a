import Models

/// Where the records are, and what is kept.
package struct RecordOptions: Sendable {
  package let place: StorePlace
  /// Whether to keep history and places.
  package var keepsHistory: Bool
  /// The sound device's name: its delay is saved under it.
  package var soundDevice = ""
  /// A hash of a file's size, beginning and end, by which it is found again after a move; `nil` if it
  /// cannot be read.
  package var contentHash: @Sendable (FilePath) -> [UInt8]?
  let base: LocationBase

  /// Looks paths up in the file system.
  package init(
    _ place: StorePlace, keepsHistory: Bool = true,
    contentHash: @escaping @Sendable (FilePath) -> [UInt8]? = { _ in nil }
  ) {
    self.place = place
    self.keepsHistory = keepsHistory
    self.contentHash = contentHash
    base = LocationBase(place)
  }

  package var file: FilePath { place.file }
}
