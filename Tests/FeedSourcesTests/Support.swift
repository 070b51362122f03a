import Clients
import FeedSources
import Glibc
import Models
import Testing

/// A folder of its own, removed with everything in it.
final class TemporaryFolder {
  let path: FilePath
  private var created: [FilePath] = []

  init() throws {
    var template = Array("/tmp/flick-feed-XXXXXX\0".utf8CString)
    guard mkdtemp(&template) != nil else { throw FileError(number: errno) }
    path = FilePath(bytes: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)))
  }

  deinit {
    for path in created.reversed() + [path] { path.withCString { _ = remove($0) } }
  }

  /// Writes a file, making the folders above it.
  @discardableResult
  func file(_ name: FilePath, _ content: String = "") throws -> FilePath {
    let path = try withFolders(name)
    let descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) }
    guard descriptor >= 0 else { throw FileError(number: errno) }
    defer { close(descriptor) }
    created.append(path)
    guard write(descriptor, content, content.utf8.count) == content.utf8.count else {
      throw FileError(number: errno)
    }
    return path
  }

  /// Writes empty files.
  func files(_ names: String...) throws {
    for name in names { try file(FilePath(name)) }
  }

  /// Makes a folder and those above it.
  @discardableResult
  func folder(_ name: FilePath) throws -> FilePath {
    let path = try withFolders(name)
    if path.withCString({ mkdir($0, 0o755) }) == 0 {
      created.append(path)
    } else if errno != EEXIST {
      throw FileError(number: errno)
    }
    return path
  }

  func link(_ name: String, to target: String) throws {
    let path = try withFolders(FilePath(name))
    guard path.withCString({ symlink(target, $0) }) == 0 else { throw FileError(number: errno) }
    created.append(path)
  }

  func pipe(_ name: String) throws {
    let path = try withFolders(FilePath(name))
    guard path.withCString({ mkfifo($0, 0o644) }) == 0 else { throw FileError(number: errno) }
    created.append(path)
  }

  private func withFolders(_ name: FilePath) throws -> FilePath {
    if name.parent != FilePath(".") { try folder(name.parent) }
    return path.appending(name)
  }
}

struct FileError: Error {
  let number: Int32
}

/// A feed as its updates have built it.
struct BuiltFeed {
  private(set) var items: [FeedItem] = []
  private(set) var updates: [FeedUpdate] = []
  private(set) var isFinished = false

  mutating func apply(_ update: FeedUpdate) {
    #expect(!isFinished, "nothing comes after the end")
    updates.append(update)
    switch update {
    case .finished: isFinished = true
    case .insert(let new, let successor):
      #expect(!new.isEmpty)
      let index = successor.map { id in items.firstIndex { $0.id == id } } ?? items.endIndex
      guard let index else {
        Issue.record("inserted before an item that is not there")
        return
      }
      items.insert(contentsOf: new, at: index)
      #expect(Set(items.map(\.id)).count == items.count)
    }
  }

  /// The clips' files relative to a folder, notices as their title in brackets.
  func names(in folder: FilePath) -> [String] {
    items.map { item in
      switch item.kind {
      case .picture(let clip): return clip.title.string
      case .article(let article): return article.title.string
      case .notice(let notice): return "[\(notice.title)]"
      case .clip(let clip):
        guard case .file(let path) = clip.location else { return "\(clip.location)" }
        let prefix = folder.bytes + [UInt8(ascii: "/")]
        let isInside = path.bytes.starts(with: prefix)
        return String(
          decoding: isInside ? path.bytes.dropFirst(prefix.count) : path.bytes[...], as: UTF8.self)
      }
    }
  }
}

/// Opens a feed and reads it to its end.
func feed(_ paths: [FilePath], _ change: (inout FeedOptions) -> Void = { _ in }) async throws
  -> BuiltFeed
{
  var options = FeedOptions()
  change(&options)
  let opening = try FeedSources.open(paths: paths, options: options).get()
  var feed = BuiltFeed()
  for await update in opening.client.updates() { feed.apply(update) }
  #expect(feed.isFinished)
  #expect(feed.updates.first == opening.first)
  return feed
}
