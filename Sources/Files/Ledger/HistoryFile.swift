import FeedCore
import Glibc
import Models

/// The history file, one impression a line.
struct HistoryFile {
  let folder: StateFolder
  /// The feed's name.
  let source: String

  /// The file is rotated before it exceeds this, in bytes.
  private let largestSize: Int
  /// Rotated files that are kept: `history.1.jsonl` is the latest of them.
  private static let keptFiles = 4

  init(folder: StateFolder, source: String, largestSize: Int = 8 << 20) {
    self.folder = folder
    self.source = source
    self.largestSize = largestSize
  }

  private var file: LedgerFile { LedgerFile(path: folder.file("history.jsonl")) }

  /// Appends impressions, in order, in one write.
  func append(_ impressions: [Impression]) throws(FileError) {
    let lines = impressions.map { Array("\(line(of: $0))\n".utf8) }
      .filter { $0.count <= LedgerFile.longestLine }
    guard !lines.isEmpty else { return }
    let bytes = Array(lines.joined())
    try folder.withLock { () throws(FileError) in
      if let size = file.version?.size, size > 0, size > largestSize - bytes.count {
        try rotate()
      }
      _ = try file.append(bytes)
    }
  }

  private func rotate() throws(FileError) {
    for number in (1..<Self.keptFiles).reversed() {
      let old = LedgerFile(path: put(number))
      if old.version != nil { try old.path.rename(to: put(number + 1)) }
    }
    try file.path.rename(to: put(1))
  }

  private func put(_ number: Int) -> FilePath { folder.file("history.\(number).jsonl") }

  private func line(of impression: Impression) -> String {
    let key = RecordKey(impression.key, canonical: CanonicalPath.ofItem)
    return JSONOutput.object(
      key.members + [
        .init("title", .string(impression.title.shortened)),
        .init("source", .string(source)),
        .init("start", .string(Timestamp.text(impression.start))),
        .init("end", .string(Timestamp.text(impression.end))),
        .init("watched", .decimal(impression.watched)),
        .init("loops", .integer(impression.loops)),
        .init("leaving", .string(impression.leaving.rawValue)),
      ]
    ).line
  }
}

extension CleanText {
  /// The part of a title that a line keeps.
  var shortened: String { CleanText(bytes: Array(string.utf8), limit: 500).string }
}
