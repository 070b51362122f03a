import FeedCore
import Glibc
import Models
import Platform

/// The thumbnails of clips in `$XDG_CACHE_HOME/flick/thumbnails`, a file each
/// (docs/decisions/overview-thumbnails.md).
///
/// A file says what it is of: one that is of something else, or rubbish, is no thumbnail. It is written
/// whole or not at all; when there are too many, those that were not used for the longest time go.
package final class ThumbnailCache: Sendable {
  /// The number of thumbnails, and their bytes.
  package struct Size: Hashable, Sendable {
    package var count = 0
    package var bytes = 0
  }

  private let folder: FilePath
  private let limit: Int
  private let decoder: String
  private let usage = Lock(Usage())

  private struct Usage {
    /// The bytes in the folder, as far as known.
    var total: Int?
    /// Whether a thread removes files.
    var isTrimming = false
  }

  fileprivate static let suffix = ".thumbnail"
  /// A larger file is none of Flick's, in bytes.
  private static let maxFileSize = 4 << 20
  /// How often a file is marked as used, in seconds.
  private static let markInterval = 3_600.0

  /// Creates a cache; nothing is read or created before it is needed.
  ///
  /// - Parameters:
  ///   - folder: Where it is.
  ///   - limit: The bytes it may take.
  ///   - decoder: What decodes clips: with another, one that could not be decoded may be.
  package init(folder: FilePath, limit: Int, decoder: String = "") {
    self.folder = folder
    self.decoder = decoder.filter { $0 != "\n" }
    self.limit = limit
  }

  /// The folder of the user's cache; `nil` if the environment specifies none.
  package static func folder(_ environment: [String: String]) -> FilePath? {
    BaseFolder.cache(environment).map { FilePath("\($0)/flick/thumbnails") }
  }

  /// Reads a thumbnail, its image as a file; `nil` if there is none that is valid.
  package func load(_ key: ThumbnailKey) -> Thumbnail<[UInt8]>? {
    let file = folder.appending(FilePath(key.fileName))
    guard let bytes = try? file.contents(limit: Self.maxFileSize),
      let thumbnail = Thumbnail(bytes, key, decoder)
    else { return nil }
    markUsed(file)
    return thumbnail
  }

  /// Saves a thumbnail, its image as a file, if there is room.
  package func save(_ thumbnail: Thumbnail<[UInt8]>, _ key: ThumbnailKey) {
    let bytes = thumbnail.bytes(key, decoder)
    guard limit > 0, bytes.count <= min(limit, Self.maxFileSize) else { return }
    let file = folder.appending(FilePath(key.fileName))
    let new = folder.appending(
      FilePath(".\(key.fileName).\(getpid()).\(UInt32.random(in: 0...UInt32.max))"))
    folder.makeFolder()
    do throws(FileError) {
      // It is checked when it is read, so it need not survive a power failure.
      try new.write(bytes, flags: O_EXCL | O_NOFOLLOW, mode: 0o600)
    } catch {
      return
    }
    let isMoved = new.withCString { new in file.withCString { Glibc.rename(new, $0) == 0 } }
    guard isMoved else {
      _ = new.withCString { unlink($0) }
      return
    }
    let isOver = usage.withLock { usage in
      usage.total = usage.total.map { $0 + bytes.count }
      guard usage.total ?? .max > limit, !usage.isTrimming else { return false }
      usage.isTrimming = true
      return true
    }
    if isOver { trim() }
  }

  /// How much is in it.
  package var size: Size {
    files.reduce(into: Size()) { size, file in
      size.count += 1
      size.bytes += file.bytes
    }
  }

  /// Removes everything.
  ///
  /// - Returns: What was removed.
  package func clear() -> Size {
    var size = Size()
    for file in files where file.path.withCString({ unlink($0) }) == 0 {
      size.count += 1
      size.bytes += file.bytes
    }
    usage.withLock { $0.total = nil }
    return size
  }

  /// Removes the thumbnails of some clips.
  ///
  /// - Parameters:
  ///   - time: Only those that were used since then, in seconds since 1970, or not much earlier; `nil` for
  ///     all.
  ///   - isMeant: Whether to remove the thumbnails of a clip.
  package func remove(usedSince time: Double?, of isMeant: (MediaLocation) -> Bool) {
    for file in files where file.used.sinceEpoch >= (time ?? -.infinity) - Self.markInterval {
      // What is no thumbnail, such as what an interrupted write has left, goes, too.
      let head = (try? file.path.contents(limit: Self.longestHead)) ?? []
      if let location = ThumbnailKey.location(head), !isMeant(location) { continue }
      _ = file.path.withCString { unlink($0) }
    }
    usage.withLock { $0.total = nil }
  }

  /// In which what it is of is found, in bytes.
  private static let longestHead = 1 << 16

  private struct File {
    var path: FilePath
    var bytes: Int
    var used: FileDate
  }

  /// The files of the cache, and what interrupted writes have left.
  private var files: [File] {
    guard
      let open = try? folder.withCString({ path throws(SystemError) in try OpenFolder(path) })
    else { return [] }
    var entries = FolderEntries(open)
    entries.readRest()
    var files: [File] = []
    entries.visit { name, _ in
      let path = folder.appending(FilePath(bytes: name))
      guard String(decoding: name, as: UTF8.self).contains(Self.suffix),
        let status = try? FileStatus(path, followsLinks: false), status.kind == .file
      else { return }
      files.append(File(path: path, bytes: status.size, used: status.modified))
    }
    return files
  }

  /// Removes what was not used for the longest time, down to nine tenths of the limit.
  private func trim() {
    var files = files
    var sum = files.reduce(0) { $0 + $1.bytes }
    if sum > limit {
      files.sort { $0.used.nanosecondsSinceEpoch < $1.used.nanosecondsSinceEpoch }
      for file in files where sum > limit / 10 * 9 {
        // Another process may have removed it.
        if file.path.withCString({ unlink($0) }) == 0 || errno == ENOENT { sum -= file.bytes }
      }
    }
    usage.withLock { [sum] in $0 = Usage(total: sum) }
  }

  private func markUsed(_ file: FilePath) {
    guard let status = try? FileStatus(file, followsLinks: false) else { return }
    let age = WallClock.now - Double(status.modified.nanosecondsSinceEpoch) / 1e9
    guard age > Self.markInterval || age < 0 else { return }
    _ = file.withCString { utimensat(AT_FDCWD, $0, nil, AT_SYMLINK_NOFOLLOW) }
  }
}

/// The longest title in a file, in characters.
private let longestTitle = 500
private let signature = "flick thumbnail 2"

extension Thumbnail<[UInt8]> {
  /// Reads a file; `nil` if it is none of a thumbnail, or is of something else.
  fileprivate init?(_ bytes: [UInt8], _ key: ThumbnailKey, _ decoder: String) {
    let parts = bytes.split(
      separator: UInt8(ascii: "\n"), maxSplits: 5, omittingEmptySubsequences: false)
    guard parts.count == 6, parts[0].elementsEqual(signature.utf8),
      parts[1].elementsEqual(key.line.utf8)
    else { return nil }
    let duration = Double(String(decoding: parts[2], as: UTF8.self))
      .flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    let title = parts[3].isEmpty ? nil : CleanText(bytes: Array(parts[3]), limit: longestTitle)
    if parts[4].isEmpty {
      self.init(.success(Array(parts[5])), duration: duration, title: title)
    } else if let error = MediaError(code: String(decoding: parts[4], as: UTF8.self)),
      parts[5].elementsEqual(decoder.utf8)
    {
      self.init(.failure(error), duration: duration, title: title)
    } else {
      return nil
    }
  }

  fileprivate func bytes(_ key: ThumbnailKey, _ decoder: String) -> [UInt8] {
    var (code, bytes) = ("", [UInt8]())
    switch image {
    case .success(let image): bytes = image
    case .failure(let error):
      code = error.code ?? "other"
      bytes = Array(decoder.utf8)
    }
    // Clean text has no line breaks.
    let title = self.title?.string ?? ""
    let head = [signature, key.line, duration.map { "\($0)" } ?? "-", title, code]
    return Array(head.map { "\($0)\n" }.joined().utf8) + bytes
  }
}

extension MediaError {
  /// Errors that last, by their words in files. A name may follow.
  private static let lasting: [(word: String, error: @Sendable (CleanText) -> MediaError)] = [
    ("empty", { _ in .empty }), ("not-media", { _ in .notMedia }),
    ("no-streams", { _ in .noStreams }), ("encrypted", { _ in .encrypted }),
    ("damaged", { _ in .damaged }), ("too-large", { _ in .tooLarge }),
    ("codec", { .unsupportedCodec($0) }), ("format", { .unreadFormat($0) }),
  ]

  /// The name of what a lasting error is about.
  private var name: CleanText? {
    switch self {
    case .unsupportedCodec(let name), .unreadFormat(let name): name
    default: nil
    }
  }

  /// The words for an error that lasts; `nil` for one that may pass.
  fileprivate var code: String? {
    let name = name
    guard let row = Self.lasting.first(where: { $0.error(name ?? "") == self }) else {
      return nil
    }
    return name.map { "\(row.word) \($0.string)" } ?? row.word
  }

  fileprivate init?(code: String) {
    let words = code.split(separator: " ", maxSplits: 1).map(String.init)
    let name = words.dropFirst().first.map { CleanText(String($0.prefix(100))) }
    guard let error = Self.lasting.first(where: { $0.word == words.first })?.error(name ?? ""),
      (error.name == nil) == (name == nil)
    else { return nil }
    self = error
  }
}

extension ThumbnailKey {
  /// What distinguishes it from any other, as text without line breaks.
  fileprivate var line: String {
    "\(version.size) \(version.modified.nanosecondsSinceEpoch) \(side) \(location.uri)"
  }

  /// What the file of an entry says that it is of; `nil` if it is none.
  fileprivate static func location(_ bytes: [UInt8]) -> MediaLocation? {
    let lines = bytes.split(
      separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
    guard lines.count == 3,
      let place = String(decoding: lines[1], as: UTF8.self)
        .split(separator: " ", maxSplits: 3).dropFirst(3).first.map(String.init)
    else { return nil }
    return MediaLocation(uri: place)
  }

  fileprivate var fileName: String {
    let digits = String(OrderRank.hash(line.utf8), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits + ThumbnailCache.suffix
  }
}
