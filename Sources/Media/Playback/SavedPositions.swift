import Models

/// Where clips were left in earlier runs of the program.
package struct SavedPositions: Sendable {
  /// Returns the position of a long clip, in seconds; 0 if there is none. Called on the threads that
  /// open clips, and may wait briefly for a disk.
  package var position: @Sendable (MediaLocation) -> Double
  /// Saves how a clip was left. Must return at once.
  package var save: @Sendable (LeftClip, MediaLocation) -> Void

  /// Creates an access to saved positions.
  ///
  /// - Parameters:
  ///   - position: Returns the position of a clip.
  ///   - save: Saves how a clip was left.
  package init(
    position: @escaping @Sendable (MediaLocation) -> Double,
    save: @escaping @Sendable (LeftClip, MediaLocation) -> Void
  ) {
    self.position = position
    self.save = save
  }

  /// Saves nothing.
  package static let none = Self(position: { _ in 0 }, save: { _, _ in })
}
