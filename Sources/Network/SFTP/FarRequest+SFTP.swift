import Models

extension SFTPRequest {
  /// What is sent; `nil` for a path that none can have, and that a server might take for another.
  init?(_ request: FarRequest) {
    guard request.paths.allSatisfy({ 1...Self.longestPath ~= $0.count && !$0.contains(0) }) else {
      return nil
    }
    self =
      switch request {
      case .look(let path): .lstat(path.bytes)
      case .resolve(let path): .realpath(path.bytes)
      case .fileSystem(let path): .statvfs(path.bytes)
      case .makeFolder(let path): .mkdir(path.bytes)
      case .create(let path): .create(path.bytes)
      case .rename(let path, let new): .rename(path.bytes, to: new.bytes)
      case .remove(let path): .remove(path.bytes)
      }
  }

  /// In bytes: PATH_MAX of Linux.
  private static let longestPath = 4_096
}

extension FarRequest {
  fileprivate var paths: [[UInt8]] {
    switch self {
    case .look(let path), .resolve(let path), .fileSystem(let path), .makeFolder(let path),
      .create(let path), .remove(let path):
      [path.bytes]
    case .rename(let path, let new): [path.bytes, new.bytes]
    }
  }

  /// What a reply says, of a kind that the request may get.
  func result(of reply: SFTPReply) -> Result<FarReply, WebError> {
    switch (self, reply) {
    case (_, .status(let status)) where status.code != .ok: .failure(WebError(answer: status))
    case (.makeFolder, .status), (.rename, .status), (.remove, .status), (.create, .handle):
      .success(.done)
    case (.look(let path), .attrs(let attributes)):
      .success(.entry(FolderEntry(path.lastComponent, attributes)))
    case (.resolve, .name(let names)): Self.resolved(names).map { .path($0) }
    case (.fileSystem, .extended(let bytes)): Self.fileSystem(bytes).map { .fileSystem($0) }
    default: .failure(.nonsense)
    }
  }

  private static func resolved(_ names: [SFTPName]) -> Result<FilePath, WebError> {
    let path = names.first.map { FilePath(bytes: FilePath(bytes: $0.name).trimmingTrailingSlashes) }
    guard let path, path.isPlain || path == FilePath("/") else { return .failure(.nonsense) }
    return .success(path)
  }

  /// The reply to `statvfs@openssh.com`: eleven numbers, the ninth of which is `f_fsid`.
  ///
  /// NFS and FUSE have 0 there, whatever is mounted: then the number of blocks tells more. It is left
  /// out otherwise, since ZFS counts what is free. The rest never changes.
  private static func fileSystem(_ bytes: ArraySlice<UInt8>) -> Result<UInt64, WebError> {
    var fields = SFTPFields(bytes)
    var numbers: [UInt64] = []
    while numbers.count < 11, let number = try? fields.longNumber() { numbers.append(number) }
    guard numbers.count == 11 else { return .failure(.nonsense) }
    let id = numbers[8]
    let parts = [id, id == 0 ? numbers[2] : 0, numbers[0], numbers[1], numbers[10]]
    // FNV-1a, a number at a time.
    return .success(parts.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ $1) &* 0x100_0000_01b3 })
  }
}
