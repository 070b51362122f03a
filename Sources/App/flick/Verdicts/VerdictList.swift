import ArgumentParser
import FeedCore
import Models
import Records

/// How verdicts are listed.
enum VerdictFormat: String, CaseIterable, ExpressibleByArgument {
  /// An object of JSON a line.
  case jsonl
  /// RFC 4180, as pandas and FiftyOne read it.
  case csv
  case paths
  case m3u
  /// FFmpeg's concat demuxer (https://ffmpeg.org/ffmpeg-formats.html#concat).
  case ffconcat
  /// Not a list: XMP beside the files.
  case xmp
  /// Nor this: the attributes of the files, as desktops know them.
  case xattr
}

/// A list of verdicts, line by line.
struct VerdictList {
  let format: VerdictFormat
  let isZeroSeparated: Bool
  /// Files whose names the format cannot have.
  private(set) var omitted: [FilePath] = []

  init(format: VerdictFormat, isZeroSeparated: Bool = false) {
    self.format = format
    self.isZeroSeparated = isZeroSeparated
  }

  /// What comes before the first line.
  var header: [UInt8] {
    switch format {
    case .jsonl, .paths, .xmp, .xattr: []
    case .csv: Array("filepath,verdict,rating,tags,in,out,duration,reviewed_at,key\n".utf8)
    case .m3u: Array("#EXTM3U\n".utf8)
    case .ffconcat: Array("ffconcat version 1.0\n".utf8)
    }
  }

  /// The line of an item; empty if the format has none for it.
  mutating func line(_ item: ReviewedItem) -> [UInt8] {
    switch format {
    case .jsonl: return Array((item.json + "\n").utf8)
    case .csv: return item.fields + [UInt8(ascii: "\n")]
    case .xmp, .xattr: return []
    case .paths:
      return item.path.map { $0.bytes + [isZeroSeparated ? 0 : UInt8(ascii: "\n")] } ?? []
    case .m3u, .ffconcat:
      guard let path = item.path else { return [] }
      guard !path.bytes.contains(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
      else {
        omitted.append(path)
        return []
      }
      return format == .m3u ? item.playlistEntry(path) : item.concatEntry(path)
    }
  }
}

extension ReviewedItem {
  /// Where it is: a path, or for what is no file, its key.
  private var place: [UInt8] { path?.bytes ?? Array(key.utf8) }

  fileprivate var json: String {
    JSONOutput.members([
      "filepath": .string(String(decoding: place, as: UTF8.self)),
      "verdict": .string(review.verdict?.rawValue ?? ""), "rating": .integer(review.rating),
      "tags": .string(review.tags.joined(separator: ",")),
      "in": review.inPoint.map { .decimal($0) }, "out": review.outPoint.map { .decimal($0) },
      "duration": duration.map { .decimal($0) }, "reviewed_at": .string(Timestamp.text(time)),
      "key": .string(key),
    ]).line
  }

  fileprivate var fields: [UInt8] {
    func text(_ time: Double?) -> [UInt8] {
      Array((time.map { JSONOutput.decimal($0).line } ?? "").utf8)
    }
    let fields: [[UInt8]] = [
      place, Array((review.verdict?.rawValue ?? "").utf8), Array(String(review.rating).utf8),
      Array(review.tags.joined(separator: ",").utf8), text(review.inPoint), text(review.outPoint),
      text(duration), Array(Timestamp.text(time).utf8), Array(key.utf8),
    ]
    return Array(fields.map(Self.quoted).joined(separator: [UInt8(ascii: ",")]))
  }

  /// A field, in quotes if it needs them (RFC 4180).
  private static func quoted(_ field: [UInt8]) -> [UInt8] {
    let quote = UInt8(ascii: "\"")
    guard field.contains(where: { [quote, UInt8(ascii: ","), 10, 13].contains($0) }) else {
      return field
    }
    return [quote] + field.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
  }

  fileprivate func playlistEntry(_ path: FilePath) -> [UInt8] {
    let seconds = duration.map { Int(saturating: $0.rounded()) } ?? -1
    let title = CleanText(title.isEmpty ? path.lastComponentText : title).string
    return Array("#EXTINF:\(seconds),\(title)\n".utf8) + path.bytes + [UInt8(ascii: "\n")]
  }

  /// The file, and the part that is marked.
  fileprivate func concatEntry(_ path: FilePath) -> [UInt8] {
    let quote = UInt8(ascii: "'")
    var entry = Array("file '".utf8)
    for byte in path.bytes { entry += byte == quote ? Array(#"'\''"#.utf8) : [byte] }
    entry += Array("'\n".utf8)
    for (name, time) in [("inpoint", review.inPoint), ("outpoint", review.outPoint)] {
      if let time { entry += Array("\(name) \(JSONOutput.decimal(time).line)\n".utf8) }
    }
    return entry
  }
}

extension FilePath {
  fileprivate var lastComponentText: String { String(decoding: lastComponent, as: UTF8.self) }
}
