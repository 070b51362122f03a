/// One file that is moved, copied, linked or deleted, as part of a batch.
package struct FileStep: Hashable, Sendable {
  /// What happens to the file.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case move
    case copy
    case link
    /// A move into a trash folder (freedesktop.org's Trash specification).
    case trash
    /// Cannot be undone.
    case delete
  }

  /// How far it is.
  package enum State: Int, Hashable, Sendable {
    case planned
    case done
    /// Taken back, or never done.
    case undone
    /// Could not be done; nothing was changed.
    case failed
  }

  package var kind: Kind
  /// Files of one clip have the same number: either all of their steps are done, or none.
  package var clip: Int
  package var source: FilePath
  /// Where the file goes; `nil` if it is deleted.
  package var target: FilePath?
  /// The file that tells a trash where it came from; `nil` elsewhere.
  package var info: FilePath?
  /// The file as it was when this was planned: another one is left alone.
  package var version: FileVersion
  package var state: State

  /// Creates a step that is planned.
  package init(
    _ kind: Kind, clip: Int, _ source: FilePath, to target: FilePath? = nil, info: FilePath? = nil,
    version: FileVersion, state: State = .planned
  ) {
    self.kind = kind
    self.clip = clip
    self.source = source
    self.target = target
    self.info = info
    self.version = version
    self.state = state
  }
}
