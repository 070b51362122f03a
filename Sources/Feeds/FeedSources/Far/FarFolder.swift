import FeedCore
import Models
import Network

/// A folder on another machine, whose names are taken batch by batch as they arrive.
package actor FarFolder: PagedSource {
  private let address: RemoteAddress
  private let source: any FolderSource
  private var names: FarNames?

  /// The most names of a folder: a server may send them without end.
  private static let largest = 1_000_000

  /// Nothing is requested before `next`.
  package init(_ address: RemoteAddress, from source: any FolderSource) {
    self.address = address
    self.source = source
  }

  package func next() async -> Result<FoundPage, FeedError> {
    let names =
      names
      ?? FarNames(address, limit: Self.largest) { [source, address] in
        source.list(address, to: $0)
      }
    self.names = names
    let (found, end) = await names.next()
    let page = FoundPage(names: found.compactMap(ListedName.init), hasMore: end == nil)
    guard let end else { return .success(page) }
    self.names = nil
    guard case .failure(let error) = end else { return .success(page) }
    // What is named may be a file.
    guard names.isEmpty, error.reason != .cancelled, await isFile() else { return .failure(error) }
    let clip = FoundItem(kind: .file(Clip(remote: address)))
    return .success(FoundPage(items: [clip], hasMore: false))
  }

  package func rewind() {
    names?.cancel()
    names = nil
  }

  private func isFile() async -> Bool {
    let names = FarNames(address, limit: 1) { [source, address] in
      source.look(at: address, to: $0)
    }
    return await names.next().names.first?.kind == .file
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
    case .file: self.init(name: entry.name, isFolder: false)
    case .folder: self.init(name: entry.name, isFolder: true)
    case .link where ClipNames.isClip(entry.name): self.init(name: entry.name, isFolder: false)
    case .link, .other: return nil
    }
  }
}
