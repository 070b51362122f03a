import Glibc
import Models
import Platform
import TestSupport

@testable import Files

/// A private state folder, with clips next to it.
struct Scratch {
  let scratch: ScratchFolder
  let folder: StateFolder

  init() throws {
    scratch = try ScratchFolder()
    folder = StateFolder(path: FilePath(scratch.file("state/flick")))
  }

  /// A ledger in the folder.
  func ledger(
    keepsHistory: Bool = true, paths: [FilePath] = [], problems: Lock<[String]> = Lock([])
  ) -> Ledger {
    let here = FilePath(scratch.path)
    return Ledger(
      folder: folder, keepsHistory: keepsHistory,
      source: { SourceName(paths: paths.isEmpty ? [here] : paths) },
      onProblem: { problem in problems.withLock { $0.append(problem) } })
  }

  /// The lines of a file in the state folder.
  func lines(_ name: String) -> [String] {
    contents(name).split(separator: "\n").map(String.init)
  }

  /// The contents of a file in the state folder.
  func contents(_ name: String) -> String {
    String(decoding: Command.contents(of: "\(folder.path)/\(name)"), as: UTF8.self)
  }

  /// Creates a file next to the state folder.
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
