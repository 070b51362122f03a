import Glibc
import Models
import Network
import Platform

/// Another machine, as an apply asks it.
struct FarMachine {
  /// As `RemoteAddress.machine`.
  let address: RemoteAddress
  let files: any FarFiles

  /// How many requests are sent at once.
  private static let burst = 512

  /// Sends requests, and waits for the replies.
  ///
  /// - Throws: That the connection is lost: then some of them may have been carried out.
  func perform(
    _ requests: [FarRequest]
  ) throws(FileError) -> [Result<FarReply, WebError>] {
    var replies: [Result<FarReply, WebError>] = []
    repeat {
      // Once the connection is lost, all fail: this one tells whether the failures before it are the server's word.
      let sent = requests.dropFirst(replies.count).prefix(Self.burst) + [.resolve(FilePath("."))]
      let received = files.perform(Array(sent), on: address)
      guard received.count == sent.count, let last = received.last else { throw lost(.nonsense) }
      if case .failure(let error) = last { throw lost(error) }
      replies += received.dropLast()
    } while replies.count < requests.count
    return replies
  }

  /// The names in a folder, and what they stand for; `nil` if there is no such folder.
  ///
  /// - Throws: Why it cannot be read.
  func entries(of folder: FilePath) throws(FileError) -> [[UInt8]: FolderEntry]? {
    switch files.entries(of: address.at(folder), limit: Self.maxNames) {
    case .failure(.notFound): return nil
    case .failure(let error): throw self.error(folder, error)
    case .success(let entries): return Self.plain(entries)
    }
  }

  /// A path is made of a name: a server may say what it likes.
  private static func plain(_ entries: [FolderEntry]) -> [[UInt8]: FolderEntry] {
    let plain = entries.filter {
      FilePath(bytes: "/".utf8 + $0.name).isPlain && !$0.name.contains(0x2F)
    }
    return Dictionary(plain.map { ($0.name, $0) }) { first, _ in first }
  }

  /// Lists folders side by side.
  ///
  /// - Returns: The lists of those that can be read. The others are worth a look by themselves: together they may have
  ///   too many names, or one has held up the others.
  func lists(of folders: [FilePath]) -> [FilePath: [[UInt8]: FolderEntry]] {
    let lists = files.entries(of: folders.map { address.at($0) }, limit: Self.maxNames)
    return Dictionary(
      zip(folders, lists).compactMap { folder, list in
        (try? list.get()).map { (folder, Self.plain($0)) }
      }
    ) { first, _ in first }
  }

  /// The most names in a folder.
  private static let maxNames = 1_000_000

  /// Whether a file's path is one, and is read again as it is saved.
  func isValid(_ path: FilePath) -> Bool {
    path.isPlain && RemoteAddress(address.at(path).string)?.pathThere == path
  }

  /// Why a file cannot be looked at or moved.
  func error(_ path: FilePath, _ error: WebError) -> FileError {
    Self.error(address.typed(path), error)
  }

  private func lost(_ error: WebError) -> FileError {
    Self.error(FilePath(address.machineName), error)
  }

  private static func error(_ path: FilePath, _ error: WebError) -> FileError {
    switch error {
    case .notFound: FileError(path, number: ENOENT)
    case .noPermission, .loginNeeded: FileError(path, number: EACCES)
    case .refused(let words), .unreachable(let words), .loginRefused(let words):
      FileError(path, number: EIO, words: words.string)
    case .interrupted: FileError(path, number: EINTR)
    case .brokenOff:
      FileError(path, number: ECONNRESET, words: localized("the connection was lost"))
    case .stalled, .timedOut:
      FileError(path, number: ETIMEDOUT, words: localized("the server stopped sending"))
    case .nonsense, .status: FileError(path, number: EPROTO, words: localized("invalid response"))
    }
  }
}

extension Result<FarReply, WebError> {
  /// What is at a path.
  var entry: Result<FolderEntry, WebError> {
    flatMap { if case .entry(let entry) = $0 { .success(entry) } else { .failure(.nonsense) } }
  }

  /// A path without links.
  var path: Result<FilePath, WebError> {
    flatMap { if case .path(let path) = $0 { .success(path) } else { .failure(.nonsense) } }
  }

  /// The id of a file system; `nil` if the server does not say.
  var fileSystem: UInt64? {
    if case .success(.fileSystem(let id)) = self { id } else { nil }
  }
}

extension FolderEntry {
  /// The version of a file; `nil` if the server does not say it.
  var version: FileVersion? {
    guard let size, size >= 0, let modified else { return nil }
    return FileVersion(modified: FileDate(seconds: Int(modified)), size: Int(size))
  }
}
