import Models

/// Where clips were left in earlier runs of the program.
package struct SavedPositions: Sendable {
  /// Asks for the position of a clip. Must return at once; the answer is called on any thread, at
  /// most once, with seconds: 0 if there is none, `nil` if it cannot be read.
  package var ask:
    @Sendable (MediaLocation, _ answer: @escaping @Sendable (Double?) -> Void) -> Void
  /// Saves how a clip was left. Must return at once.
  package var save: @Sendable (LeftClip, MediaLocation) -> Void

  package init(
    ask:
      @escaping @Sendable (
        MediaLocation, _ answer: @escaping @Sendable (Double?) -> Void
      ) -> Void,
    save: @escaping @Sendable (LeftClip, MediaLocation) -> Void
  ) {
    self.ask = ask
    self.save = save
  }

  /// Saves nothing.
  package static let none = Self(ask: { $1(0) }, save: { _, _ in })
}
