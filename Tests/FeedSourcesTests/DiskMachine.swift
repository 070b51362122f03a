import Models
import Network

/// A machine whose folders are those of a folder here, as OpenSSH's server lists them: links as
/// links, dates in seconds.
struct DiskMachine: FolderSource {
  let root: FilePath

  private struct Transfer: WebTransfer {
    func resume() {}
    func cancel() {}
  }

  func list(_ folder: RemoteAddress, to receiver: any FolderReceiver) -> any WebTransfer {
    let path = path(folder)
    do {
      let names = try TemporaryFolder.names(in: path)
      let entries = names.map { entry(path.appending(FilePath($0)), followsLinks: false) }
      if !entries.isEmpty { _ = receiver.take(entries) }
      receiver.end(.complete)
    } catch {
      receiver.end(.failure(.notFound))
    }
    return Transfer()
  }

  func look(at address: RemoteAddress, to receiver: any FolderReceiver) -> any WebTransfer {
    _ = receiver.take([entry(path(address), followsLinks: true)])
    receiver.end(.complete)
    return Transfer()
  }

  private func path(_ address: RemoteAddress) -> FilePath {
    root.appending(FilePath(bytes: address.pathThere.bytes.drop { $0 == UInt8(ascii: "/") }))
  }

  private func entry(_ path: FilePath, followsLinks: Bool) -> FolderEntry {
    let status = try? FileStatus(path, followsLinks: followsLinks)
    let kind: FolderEntry.Kind =
      switch status?.kind {
      case .file: .file
      case .folder: .folder
      case .link: .link
      default: .other
      }
    return FolderEntry(
      name: path.lastComponent, kind: kind, size: status.map { Int64($0.size) },
      modified: status.map { Int64($0.modified.seconds) })
  }
}
