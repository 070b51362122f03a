import FeedCore
import FoundationEssentials
import Glibc
import Models
import Platform

/// The line files of earlier versions: `likes.jsonl`, `places.jsonl`, `history.jsonl` and four
/// older ones. They are read once, and stay as they are.
struct LineFiles {
  /// A line of any of them; unknown members are ignored.
  private struct Line: Decodable {
    var kind: ItemKey.Kind
    var id: String
    var feed: String?
    var title: String?
    // Likes
    var liked: Bool?
    var size: Int?
    var modified: String?
    var page: String?
    var url: String?
    var link: String?
    var text: [String]?
    // Places and likes
    var source: String?
    var at: String?
    // History
    var start: String?
    var end: String?
    var watched: Double?
    var loops: Int?
    var leaving: String?

    var key: ItemKey { ItemKey(kind: kind, location: id, feed: feed) }
  }

  let folder: StateFolder

  /// A longer line was never written, in bytes.
  private static let longestLine = 65_536

  /// Reads them all.
  func read(into records: Records) throws {
    for number in (1...4).reversed() { try readHistory("history.\(number).jsonl", into: records) }
    try readHistory("history.jsonl", into: records)
    try forEachLine("places.jsonl") { line in
      guard let source = line.source else { return }
      try records.setPlace(
        line.key, in: RemoteAddress.withoutSecrets(source), at: Self.seconds(line.at))
    }
    try forEachLine("likes.jsonl") { try readLike($0, into: records) }
  }

  private func readHistory(_ name: String, into records: Records) throws {
    try forEachLine(name) { line in
      guard let start = line.start, let end = line.end else { return }
      let source = line.source ?? ""
      // One sitting for each source: when the program was left is not known.
      let sitting = Int64(bitPattern: OrderRank.hash(source.utf8) >> 1)
      try records.addSitting(sitting, of: source, start: Self.seconds(start))
      try records.addVisit(
        of: try records.saveOld(line.key, title: line.title ?? "", version: nil), in: sitting,
        start: Self.seconds(start), end: Self.seconds(end), watched: max(line.watched ?? 0, 0),
        loops: max(line.loops ?? 0, 0), leaving: line.leaving ?? Impression.Leaving.quit.rawValue)
    }
  }

  private func readLike(_ line: Line, into records: Records) throws {
    var version: FileVersion?
    if let size = line.size, let date = line.modified.flatMap(Self.fileDate) {
      version = FileVersion(modified: date, size: size)
    }
    let id = try records.saveOld(line.key, title: line.title ?? "", version: version)
    guard line.liked == true, let page = Self.page(line.page) else {
      return try records.unlike(id)
    }
    try records.like(
      id,
      Records.LikedContent(
        page: page, url: line.url, link: line.link, text: line.text?.joined(separator: "\n")),
      at: Self.seconds(line.at))
  }

  private static func page(_ name: String?) -> Records.LikedContent.Page? {
    name == "picture" ? .still : name.flatMap { Records.LikedContent.Page(rawValue: $0) }
  }

  /// Seconds since 1970; 0 if unknown.
  private static func seconds(_ text: String?) -> Double {
    text.flatMap { WrittenDate.internet($0)?.seconds } ?? 0
  }

  /// `2026-11-21T09:05:02.250000000Z`, exactly.
  private static func fileDate(_ text: String) -> FileDate? {
    let parts = text.split(separator: ".")
    guard parts.count == 2, let seconds = WrittenDate.internet("\(parts[0])Z")?.seconds,
      let whole = Int(exactly: seconds), let nanoseconds = Int(parts[1].dropLast())
    else { return nil }
    return FileDate(seconds: whole, nanoseconds: nanoseconds)
  }

  /// Calls a function with each line that can be read.
  private func forEachLine(_ name: String, _ body: (Line) throws -> Void) throws {
    guard let descriptor = try? folder.file(name).open(O_RDONLY | O_NONBLOCK) else { return }
    defer { close(descriptor) }
    guard (try? FileStatus(descriptor: descriptor))?.kind == .file else { return }
    let decoder = JSONDecoder()
    var rest: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      rest += buffer[..<count]
      var lines = rest.split(separator: 0x0A, omittingEmptySubsequences: false)
      let last = lines.removeLast()
      for line in lines {
        if let line = try? decoder.decode(Line.self, from: Data(line)) { try body(line) }
      }
      rest = last.count > Self.longestLine ? [] : Array(last)
    }
    if let line = try? decoder.decode(Line.self, from: Data(rest)) { try body(line) }
  }
}
