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

  /// The most names of a folder: a server may send them without end.
  private static let largest = 1_000_000

  /// Nothing is requested before `prepare` or `next`.
  package init(_ address: RemoteAddress, from source: any FolderSource) {
    self.address = address
    self.source = source
  }

  deinit { names.withLock { $0 }?.cancel() }

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
    let page = FoundPage(names: found.compactMap(ListedName.init), hasMore: end == nil)
    guard let end else { return .success(page) }
    self.names.withLock { $0 = nil }
    guard case .failure(let error) = end else { return .success(page) }
    guard names.isEmpty, ![.cancelled, .timedOut].contains(error.reason), let kind = await kind()
    else { return .failure(error) }
    // What is named may be a file.
    if kind == .file {
      return .success(
        FoundPage(items: [FoundItem(kind: .file(Clip(remote: address)))], hasMore: false))
    }
    guard error.isOfLine else { return .failure(error) }
    // The line stands now. Of what cannot be reached even so, the folder is the reason.
    if !hasFailed {
      hasFailed = true
      return await next()
    }
    hasFailed = false
    return .failure(
      error.reason == .unreachable
        ? FeedError(.system(EIO), place: error.place, detail: error.detail) : error)
  }

  package func rewind() {
    names.withLock { $0.take() }?.cancel()
  }

  /// What is there, if the server says so.
  private func kind() async -> FolderEntry.Kind? {
    let names = FarNames(address, limit: 1) { [source, address] in
      source.look(at: address, to: $0)
    }
    return await names.next().names.first?.kind
  }
}

extension FeedError {
  /// Whether the line may have failed, and not what was asked for.
  var isOfLine: Bool { [.unreachable, .timedOut, .damaged].contains(reason) }
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
    case .file: self.init(name: entry.name, isFolder: false)
    case .folder: self.init(name: entry.name, isFolder: true)
    case .link where ClipNames.isClip(entry.name): self.init(name: entry.name, isFolder: false)
    case .link, .other: return nil
    }
  }
}
