import Models

/// Lists folders on other machines.
package protocol FolderSource: Sendable {
  /// Lists a folder; the receiver is called on a thread of the source.
  ///
  /// Never blocks. The receiver is retained until the end.
  func list(_ folder: RemoteAddress, to receiver: any FolderReceiver) -> any WebTransfer

  /// Says what is at an address, links followed: the receiver gets one entry, with the last part of
  /// the path as its name.
  func look(at address: RemoteAddress, to receiver: any FolderReceiver) -> any WebTransfer
}

/// Receives the entries of a folder.
///
/// Called from one thread, which all transfers share: methods must not block.
package protocol FolderReceiver: AnyObject, Sendable {
  /// Whether the entries are needed now: for others, few requests are under way.
  var isAwaited: Bool { get }
  /// Takes the next entries, in the server's order, without `.` and `..`; there is at least one.
  func take(_ entries: [FolderEntry]) -> WebDemand
  /// Called at the end; nothing is called afterwards.
  func end(_ end: WebCompletion)
}

extension FolderReceiver {
  /// They are.
  package var isAwaited: Bool { true }
}

/// A name in a folder, and what is known about it.
package struct FolderEntry: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case file
    case folder
    /// A link, or something of which the server does not say what it is: `look(at:)` tells.
    case link
    /// A pipe, a socket or a device.
    case other
  }

  /// Not empty, without slashes and zeros.
  package var name: [UInt8]
  /// What the name stands for; links are not followed.
  package var kind: Kind
  /// In bytes; `nil` if the server does not say.
  package var size: Int64?
  /// When it was last written, in seconds since 1970; `nil` if the server does not say.
  package var modified: Int64?

  package init(name: [UInt8], kind: Kind, size: Int64? = nil, modified: Int64? = nil) {
    self.name = name
    self.kind = kind
    self.size = size
    self.modified = modified
  }
}
