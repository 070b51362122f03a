import Clients
import FeedCore
import FeedSources
import Foundation
import Glibc
import Models
import Network
import TestSupport
import Testing

/// A temporary folder, removed with everything in it.
final class TemporaryFolder {
  let path: FilePath

  init() throws {
    var template = Array("/tmp/flick-feed-XXXXXX\0".utf8CString)
    guard mkdtemp(&template) != nil else { throw FileError(number: errno) }
    path = FilePath(bytes: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)))
  }

  deinit {
    _ = try? Command.run("rm", ["-rf", "--", "\(path)"])
  }

  /// What is in a folder, in no order.
  static func names(in path: FilePath) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(path)")
  }

  /// Writes a file, creating the folders above it.
  @discardableResult
  func file(_ name: FilePath, _ content: String = "") throws -> FilePath {
    try file(name, Array(content.utf8))
  }

  @discardableResult
  func file(_ name: FilePath, _ content: [UInt8]) throws -> FilePath {
    let path = try withFolders(name)
    let descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) }
    guard descriptor >= 0 else { throw FileError(number: errno) }
    defer { close(descriptor) }
    guard write(descriptor, content, content.count) == content.count else {
      throw FileError(number: errno)
    }
    return path
  }

  /// Writes empty files.
  func files(_ names: String...) throws {
    for name in names { try file(FilePath(name)) }
  }

  /// Creates a folder and those above it.
  @discardableResult
  func folder(_ name: FilePath) throws -> FilePath {
    let path = try withFolders(name)
    if path.withCString({ mkdir($0, 0o755) }) == 0 {
    } else if errno != EEXIST {
      throw FileError(number: errno)
    }
    return path
  }

  func link(_ name: String, to target: String) throws {
    let path = try withFolders(FilePath(name))
    guard path.withCString({ symlink(target, $0) }) == 0 else { throw FileError(number: errno) }
  }

  func pipe(_ name: String) throws {
    let path = try withFolders(FilePath(name))
    guard path.withCString({ mkfifo($0, 0o644) }) == 0 else { throw FileError(number: errno) }
  }

  /// Makes a folder look unchanged for an hour.
  func age(_ name: String = ".") { date(name, time(nil) - 3_600) }

  /// Sets the date of a folder, in seconds since 1970, as far as the file system can store it.
  func date(_ name: String, _ seconds: Int) {
    var times = [timespec(), timespec()]
    times[0].tv_sec = seconds
    times[1].tv_sec = seconds
    _ = path.appending(FilePath(name)).withCString { utimensat(AT_FDCWD, $0, &times, 0) }
  }

  private func withFolders(_ name: FilePath) throws -> FilePath {
    if name.parent != FilePath(".") { try folder(name.parent) }
    return path.appending(name)
  }
}

struct FileError: Error {
  let number: Int32
}

/// A feed read to its end, batch by batch.
struct ReadFeed {
  let first: FeedItem
  let client: FeedClient
  private(set) var items: [FeedItem] = []

  /// Reads a feed.
  ///
  /// - Parameters:
  ///   - opening: The feed.
  ///   - limit: How many items a batch has.
  init(_ opening: FeedOpening, limit: Int = 64) async {
    first = opening.first
    client = opening.client
    var request = FeedBatchRequest(.start, limit: limit)
    while true {
      guard case .success(let page) = await client.page(request) else {
        Issue.record("a batch failed")
        return
      }
      items += page.items
      guard !page.isLast, let last = page.items.last else { return }
      request.cursor = .item(last.id)
    }
  }

  /// See `FeedItem.name(in:)`.
  func names(in folder: FilePath) -> [String] { items.map { $0.name(in: folder) } }
}

extension FeedItem {
  /// A clip's path relative to a folder, or a notice's title in brackets.
  func name(in folder: FilePath) -> String {
    switch kind {
    case .article(let article): return article.title.string
    case .notice(let notice):
      return "[\(notice.failure.map { "\($0)" } ?? notice.title.string)]"
    case .excerpt(let excerpt):
      return
        "\(excerpt.clip.location) from \(excerpt.span.start) to \(excerpt.span.end ?? .infinity)"
    case .still(let clip), .clip(let clip):
      guard case .file(let path) = clip.location else { return "\(clip.location)" }
      let prefix = folder.bytes + [UInt8(ascii: "/")]
      let isInside = path.bytes.starts(with: prefix)
      return String(
        decoding: isInside ? path.bytes.dropFirst(prefix.count) : path.bytes[...], as: UTF8.self)
    }
  }
}

/// Opens a feed.
func open(_ paths: [FilePath], _ change: (inout FeedOptions) -> Void = { _ in }) throws
  -> FeedOpening
{
  var options = FeedOptions()
  // What is found in time depends on the machine: tests of what is not say how long.
  (options.patience, options.sortPatience) = (600, 600)
  change(&options)
  return try FeedSources.open(paths: paths, options: options).get()
}

/// Opens a feed and reads it to its end.
func feed(_ paths: [FilePath], _ change: (inout FeedOptions) -> Void = { _ in }) async throws
  -> ReadFeed
{
  await ReadFeed(try open(paths, change))
}

extension FeedClient {
  /// The names of the items in a batch.
  func names(_ request: FeedBatchRequest, in folder: FilePath) async throws -> [String] {
    try await page(request).get().items.map { $0.name(in: folder) }
  }
}
