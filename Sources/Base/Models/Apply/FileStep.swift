/// One file that is moved, copied, linked or deleted, as part of a batch.
///
/// Files on another machine are moved or deleted there.
package struct FileStep: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case move
    case copy
    case link
    /// A move into a trash folder (freedesktop.org's Trash specification).
    case trash
    /// Cannot be undone.
    case delete
  }

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
  /// The machine that the file is on, as `RemoteAddress.machine`; `nil` for this one.
  package var machine: RemoteAddress?
  /// Absolute on its machine.
  package var source: FilePath
  /// Where the file goes; `nil` if it is deleted.
  package var target: FilePath?
  /// The file as it was when this was planned: another one is left alone.
  package var version: FileVersion
  package var state: State

  package init(
    _ kind: Kind, clip: Int, on machine: RemoteAddress? = nil, _ source: FilePath,
    to target: FilePath? = nil, version: FileVersion, state: State = .planned
  ) {
    self.kind = kind
    self.clip = clip
    self.machine = machine
    self.source = source
    self.target = target
    self.version = version
    self.state = state
  }

  /// Whether a file is as it was when this was planned, as far as that is saved.
  package func isFor(_ status: FileStatus) -> Bool {
    status.size == version.size
      && status.modified.nanosecondsSinceEpoch == version.modified.nanosecondsSinceEpoch
  }

  /// Whether a file may be the one that was planned, on a disk that keeps times to two seconds only.
  package func isAbout(_ status: FileStatus) -> Bool {
    status.size == version.size && version.modified.clamped.isAbout(status.modified.clamped)
  }
}
