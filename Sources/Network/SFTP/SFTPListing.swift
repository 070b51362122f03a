import Models

/// Lists a folder by several requests at once, and closes it whatever happens; or looks at one path.
struct SFTPListing: Sendable {
  private enum State: Hashable {
    case start
    case looking
    case opening
    case open([UInt8])
    /// There is nothing more to request; the folder is to be closed.
    case closing([UInt8])
    case closed
  }

  private let path: [UInt8]
  private let isLook: Bool
  /// The most names.
  private let limit: Int
  private var state = State.start
  private var underWay = 0
  private var seen = 0
  private var isCancelled = false
  /// Why it failed.
  private(set) var failure: WebError?

  /// The reads under way. A reply of OpenSSH has 100 names: at 100 ms, these are 16 000 a second.
  private static let mostUnderWay = 16
  /// Those of a list that nobody waits for: the names of a small folder and their end.
  private static let mostAhead = 2
  /// In bytes.
  private static let longestName = 255

  /// - Parameter isLook: Whether the only entry is what is at the path itself.
  init(_ path: [UInt8], isLook: Bool = false, limit: Int = 1 << 20) {
    self.path = path
    self.isLook = isLook
    self.limit = limit
  }

  /// Whether nothing more is to be sent or awaited.
  var isOver: Bool { state == .closed && underWay == 0 }

  /// Whether all names have been taken.
  var isComplete: Bool {
    switch state {
    case .closing: underWay == 0
    case .closed: true
    case .start, .looking, .opening, .open: false
    }
  }

  /// Ends it early.
  mutating func cancel() {
    isCancelled = true
    switch state {
    case .start: state = .closed
    case .open(let handle): state = .closing(handle)
    case .looking, .opening, .closing, .closed: break
    }
  }

  /// The next request; `nil` if there is none now.
  ///
  /// - Parameters:
  ///   - isHungry: Whether more names are wanted.
  ///   - isAwaited: Whether they are needed now.
  mutating func request(isHungry: Bool, isAwaited: Bool = true) -> SFTPRequest? {
    switch state {
    case .start:
      state = isLook ? .looking : .opening
      underWay += 1
      return isLook ? .stat(path) : .opendir(path)
    case .open(let handle)
    where isHungry && underWay < (isAwaited ? Self.mostUnderWay : Self.mostAhead):
      underWay += 1
      return .readdir(handle: handle)
    case .closing(let handle) where underWay == 0:
      state = .closed
      underWay += 1
      return .close(handle: handle)
    case .looking, .opening, .open, .closing, .closed: return nil
    }
  }

  /// Takes the reply to one of its requests.
  ///
  /// - Returns: The entries in it.
  mutating func take(_ reply: SFTPReply) -> [FolderEntry] {
    underWay -= 1
    switch (state, reply) {
    case (.opening, .handle(let handle)):
      state = isCancelled ? .closing(handle) : .open(handle)
    case (.looking, .attrs(let attributes)):
      state = .closed
      let name = path.split(separator: UInt8(ascii: "/")).last.map { Array($0) } ?? path
      return isCancelled ? [] : [FolderEntry(name, attributes)]
    case (.looking, .status(let status)), (.opening, .status(let status)):
      state = .closed
      failure = WebError(status)
    case (.open(let handle), .status(let status)):
      state = .closing(handle)
      if status.code != .endOfFile { failure = WebError(status) }
    case (.open(let handle), .name(let names)), (.closing(let handle), .name(let names)):
      // A reply without names counts, too: there might be no end of them.
      seen += max(names.count, 1)
      guard seen <= limit else {
        state = .closing(handle)
        failure = .refused(.localized("the folder has too many files."))
        return []
      }
      return isCancelled ? [] : names.compactMap(Self.entry)
    default: break
    }
    return []
  }

  /// An entry; `nil` for a name that is no name in a folder.
  private static func entry(_ name: SFTPName) -> FolderEntry? {
    let bytes = name.name
    guard 1...longestName ~= bytes.count, !bytes.contains(UInt8(ascii: "/")), !bytes.contains(0),
      bytes != Array(".".utf8), bytes != Array("..".utf8)
    else { return nil }
    return FolderEntry(bytes, name.attributes)
  }
}

extension FolderEntry {
  init(_ name: [UInt8], _ attributes: SFTPAttributes) {
    self.init(
      name: name, kind: attributes.kind, size: attributes.size, modified: attributes.modified)
  }
}
