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

  func read(into records: Records) throws {
    for number in (1...4).reversed() { try readHistory("history.\(number).jsonl", into: records) }
    try readHistory("history.jsonl", into: records)
    try records.countVisits()
    try forEachLine("places.jsonl") { line in
      guard let source = line.source else { return }
      try records.setPlace(
        line.key, in: RemoteAddress.withoutSecrets(source), at: Self.date(line.at)?.sinceEpoch ?? 0)
    }
    try forEachLine("likes.jsonl") { try readLike($0, into: records) }
  }

  private func readHistory(_ name: String, into records: Records) throws {
    var known: String?
    try forEachLine(name) { line in
      guard let start = Self.date(line.start)?.sinceEpoch,
        let end = Self.date(line.end)?.sinceEpoch
      else { return }
      let item = try records.saveOld(line.key, title: line.title ?? "", version: nil)
      let source = line.source ?? ""
      // One sitting for each source: when the program was left is not known.
      let sitting = Int64(bitPattern: OrderRank.hash(source.utf8) >> 1)
      if source != known {
        try records.addSitting(sitting, of: source, start: start)
        known = source
      }
      try records.addVisit(
        of: item, in: sitting, start: start, end: end, watched: max(line.watched ?? 0, 0),
        loops: max(line.loops ?? 0, 0), leaving: line.leaving ?? Impression.Leaving.quit.rawValue)
    }
  }

  private func readLike(_ line: Line, into records: Records) throws {
    var version: FileVersion?
    if let size = line.size, let date = Self.date(line.modified) {
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
      at: Self.date(line.at)?.sinceEpoch ?? 0)
  }

  private static func page(_ name: String?) -> Records.LikedContent.Page? {
    name == "picture" ? .still : name.flatMap { Records.LikedContent.Page(rawValue: $0) }
  }

  /// `2026-11-21T09:05:02.250000000Z`, with up to nine decimals.
  private static func date(_ text: String?) -> FileDate? {
    guard var rest = text?.utf8[...], rest.count <= 40 else { return nil }
    func number(_ end: Unicode.Scalar) -> Int? {
      var number = 0
      while let byte = rest.popFirst() {
        if byte == UInt8(ascii: end) { return number }
        guard 48...57 ~= byte, number < 1 << 50 else { return nil }
        number = number * 10 + Int(byte - 48)
      }
      return nil
    }
    guard let year = number("-"), let month = number("-"), let day = number("T"),
      let days = WrittenDate.days(year: year, month: month, day: day), let hours = number(":"),
      let minutes = number(":"), hours < 25, minutes < 60
    else { return nil }
    var nanoseconds = 0
    let end = rest.firstIndex(of: UInt8(ascii: "."))
    guard let seconds = number(end == nil ? "Z" : "."), seconds < 61 else { return nil }
    if end != nil {
      let decimals = rest.count - 1
      guard 1...9 ~= decimals, let fraction = number("Z") else { return nil }
      nanoseconds = (decimals..<9).reduce(fraction) { value, _ in value * 10 }
    }
    guard rest.isEmpty else { return nil }
    return FileDate(
      seconds: days * 86_400 + hours * 3_600 + minutes * 60 + seconds, nanoseconds: nanoseconds)
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
