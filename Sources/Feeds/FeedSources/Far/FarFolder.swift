import FeedCore
import Glibc
import Models
import Network
import Platform

/// A folder on another machine, whose names are taken batch by batch as they arrive.
package actor FarFolder: PagedSource {
  private let address: RemoteAddress
  private let source: any FolderSource
  private let names = Lock<FarNames?>(nil)
  /// Whether nothing came of it, although the line stood afterwards.
  private var hasFailed = false
  /// Whether it did not answer the last time.
  private var hasStalled = false

  /// The most names of a folder: a server may send them without end.
  private static let largest = 1_000_000

  /// Nothing is requested before `prepare` or `next`.
  package init(_ address: RemoteAddress, from source: any FolderSource) {
    self.address = address
    self.source = source
  }

  deinit { names.withLock { $0 }?.cancel() }

  /// Requests the names, unless they are requested already. Never blocks.
  package nonisolated func prepare() { _ = listing() }

  private nonisolated func listing() -> FarNames {
    if let listing = names.withLock({ $0 }) { return listing }
    let listing = FarNames(address, limit: Self.largest) { [source, address] in
      source.list(address, to: $0)
    }
    names.withLock { $0 = listing }
    return listing
  }

  package func next() async -> Result<FoundPage, FeedError> {
    let names = listing()
    let (found, end) = await names.next()
    if !found.isEmpty { (hasFailed, hasStalled) = (false, false) }
    // What came before a failure is taken before it.
    let isOver =
      switch end {
      case nil: false
      case .success?: true
      case .failure?: found.isEmpty
      }
    let page = FoundPage(names: found.compactMap(ListedName.init), hasMore: !isOver)
    guard isOver else { return .success(page) }
    self.names.withLock { $0 = nil }
    guard case .failure(let error) = end else { return .success(page) }
    guard names.isEmpty, error.reason != .cancelled else { return .failure(error) }
    // Told first: to look would take as long again if it is the line.
    let isFirstStall = error.reason == .timedOut && !hasStalled
    hasStalled = error.reason == .timedOut
    guard !isFirstStall, let entry = await look() else { return .failure(error) }
    // What is named may be a file.
    if entry.kind == .file {
      var item = FoundItem(kind: .file(Clip(remote: address)))
      item.version = entry.version
      return .success(FoundPage(items: [item], hasMore: false))
    }
    guard error.isOfLine else { return .failure(error) }
    // The line stands now. If it fails even so, the folder is the reason.
    if !hasFailed {
      hasFailed = true
      return await next()
    }
    hasFailed = false
    return .failure(FeedError(.system(EIO), place: error.place, detail: error.detail))
  }

  package func rewind() {
    names.withLock { $0.take() }?.cancel()
  }

  /// What is there, if the server says so.
  private func look() async -> FolderEntry? {
    let names = FarNames(address, limit: 1) { [source, address] in
      source.look(at: address, to: $0)
    }
    return await names.next().names.first
  }
}

extension FeedError {
  /// Whether the line may have failed, and not what was asked for.
  var isOfLine: Bool { [.unreachable, .timedOut, .damaged].contains(reason) }

  /// Whether a list broke off, and the server does not say that there is nothing to read.
  var isBreak: Bool { isOfLine || reason == .system(EIO) }
}

extension FolderEntry {
  fileprivate var version: ListedVersion? {
    guard let size, size >= 0, let modified else { return nil }
    return ListedVersion(size: Int(size), modified: Int(modified))
  }
}

extension ListedName {
  /// `nil` for what is neither a file nor a folder, and for a name that would lead elsewhere.
  ///
  /// A link is a clip if its name is one; links to folders are not followed, since only a server
  /// knows whether they end.
  init?(_ entry: FolderEntry) {
    guard !entry.name.isEmpty, !entry.name.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") }),
      entry.name != Array(".".utf8), entry.name != Array("..".utf8)
    else { return nil }
    switch entry.kind {
    case .file: self.init(name: entry.name, isFolder: false, version: entry.version)
    case .folder: self.init(name: entry.name, isFolder: true)
    case .link where ClipNames.isClip(entry.name): self.init(name: entry.name, isFolder: false)
    case .link, .other: return nil
    }
  }
}
