import Clients
import Glibc
import LibAV
import Models
import Platform
import TestSupport

@testable import Records

/// A private state folder, with clips next to it.
struct Scratch {
  let scratch: ScratchFolder
  let folder: StateFolder

  init() throws {
    scratch = try ScratchFolder()
    folder = StateFolder(path: FilePath(scratch.file("state/flick")))
  }

  var options: RecordOptions {
    RecordOptions(.state(folder), contentHash: { ContentHash.of($0) })
  }

  /// A store in the folder.
  func store(
    keepsHistory: Bool = true, paths: [FilePath] = [], problems: Lock<[String]> = Lock([])
  ) -> RecordStore {
    let here = FilePath(scratch.path)
    var options = options
    options.keepsHistory = keepsHistory
    return RecordStore(
      options, source: { SourceName(paths: paths.isEmpty ? [here] : paths) },
      onProblem: { problem in problems.withLock { $0.append(problem) } })
  }

  /// The rows of a query, each value as text.
  func rows(_ sql: String) throws -> [[String]] {
    try RecordFile(inStateFolder: folder.path.description).rows(sql)
  }

  /// All bytes of the database and its log.
  var bytes: [UInt8] {
    ["", "-wal"].flatMap { Command.contents(of: "\(folder.path)/flick.db\($0)") }
  }

  /// Whether the database contains a text.
  func contains(_ text: String) -> Bool {
    String(decoding: bytes, as: UTF8.self).contains(text)
  }

  /// Creates a file next to the state folder.
  @discardableResult
  func makeFile(_ name: String, _ text: String = "clip", modified: Int = 1_700_000_000) -> FilePath
  {
    let path = FilePath(scratch.file(name))
    write(text, to: path)
    var times = [
      timespec(tv_sec: modified, tv_nsec: 5), timespec(tv_sec: modified, tv_nsec: 5),
    ]
    _ = path.withCString { utimensat(AT_FDCWD, $0, &times, 0) }
    return path
  }

  /// Writes text to a file in the state folder.
  func put(_ text: String, into name: String) {
    folder.make()
    write(text, to: folder.file(name))
  }

  private func write(_ text: String, to path: FilePath) {
    guard let stream = path.withCString({ fopen($0, "we") }) else { return }
    fputs(text, stream)
    fclose(stream)
  }
}

extension Impression {
  /// A visit to a clip, starting half a second after a full second.
  static func sample(
    _ key: ContentKey, title: CleanText = "beach.mp4", at second: Double = 1_763_719_200.5
  ) -> Impression {
    Impression(
      key: key, title: title, start: second, end: second + 8.25, watched: 8.2, loops: 1,
      leaving: .forwards)
  }
}

extension FeedItem {
  /// A clip in a file.
  static func file(_ path: FilePath) -> FeedItem {
    FeedItem(id: ItemID(rawValue: 1), kind: .clip(Clip(file: path)))
  }
}

extension RecordStore {
  /// Whether a file is liked.
  func isLiked(_ path: FilePath) async -> Bool {
    await liked([.file(path)]) == [.file(path)]
  }

  /// Where a clip was left, in seconds; `nil` if that cannot be read.
  func position(of location: MediaLocation) async -> Double? {
    await withCheckedContinuation { continuation in
      position(of: location) { continuation.resume(returning: $0) }
    }
  }

  /// Which of some items are liked.
  func liked(_ keys: [ContentKey]) async -> Set<ContentKey> {
    Set(await client.marks(keys).filter(\.value.isLiked).keys)
  }

  /// Saves visits in order.
  func record(_ impressions: [Impression]) async {
    for impression in impressions { await client.record(impression) }
  }

  /// Likes or unlikes an item.
  ///
  /// - Returns: Whether that was saved.
  func like(_ item: FeedItem, _ isLiked: Bool = true) async -> Bool {
    guard case .success = await client.setLiked([item], isLiked) else { return false }
    return true
  }
}
