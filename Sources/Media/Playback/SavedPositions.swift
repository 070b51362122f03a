import Models

/// Where long clips were left in earlier runs of the program.
package struct SavedPositions: Sendable {
  /// Returns the position of a clip, in seconds; 0 if there is none. Called on the threads that open
  /// clips, and may wait briefly for a disk.
  package var position: @Sendable (MediaLocation) -> Double
  /// Saves the position of a clip, in seconds; 0 removes it. Must return at once.
  package var save: @Sendable (Double, MediaLocation) -> Void

  /// Creates an access to saved positions.
  ///
  /// - Parameters:
  ///   - position: Returns the position of a clip.
  ///   - save: Saves it.
  package init(
    position: @escaping @Sendable (MediaLocation) -> Double,
    save: @escaping @Sendable (Double, MediaLocation) -> Void
  ) {
    self.position = position
    self.save = save
  }

  /// Saves nothing.
  package static let none = Self(position: { _ in 0 }, save: { _, _ in })
}
