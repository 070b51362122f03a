import Foundation
import Models
import TestSupport

/// A folder of hostile files with `broken_manifest.json`, which says what each may do.
struct BrokenCorpus: Sendable {
  /// The folder, as an absolute path.
  let folder: FilePath
  /// The port of this machine that some entries want to lure a player to.
  let port: UInt16
  let entries: [BrokenEntry]

  private struct Manifest: Decodable {
    var port: UInt16
    var entries: [BrokenEntry]
  }

  /// Reads the manifest.
  ///
  /// - Throws: What is wrong with it.
  init(folder: FilePath) throws {
    self.folder = folder
    let file = folder.appending(FilePath("broken_manifest.json"))
    let data = Data(Command.contents(of: String(decoding: file.bytes, as: UTF8.self)))
    let manifest = try JSONDecoder().decode(Manifest.self, from: data)
    port = manifest.port
    entries = manifest.entries
  }

  /// The absolute path of an entry.
  func path(_ entry: BrokenEntry) -> FilePath {
    folder.appending(entry.relativePath)
  }
}

/// One hostile file, or what stands in a file's place.
struct BrokenEntry: Decodable, Sendable {
  /// What an entry has to come to.
  enum Kind: String, Decodable {
    case play
    case error
    case any
    case security
    case resource
  }

  /// The path in the corpus: any bytes.
  let relativePath: FilePath
  /// The path in printable characters.
  let name: String
  let kind: Kind
  /// What is wrong with it.
  let what: String
  /// The most memory the program may hold, in bytes.
  let memoryLimit: Int
  /// Seconds until its page must say something.
  let timeLimit: Double
  /// Root may read what nobody else may.
  let needsOrdinaryUser: Bool
  /// The path stands for itself, not for a place in the corpus.
  let isArgument: Bool

  private enum CodingKeys: String, CodingKey {
    case relativePath = "path_hex"
    case name = "path"
    case kind = "cls"
    case what
    case memoryLimit = "max_mem_mb"
    case timeLimit = "timeout_s"
    case needsOrdinaryUser = "needs_non_root"
    case isArgument = "is_argument"
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let digits = Array(try values.decode(String.self, forKey: .relativePath))
    relativePath = FilePath(
      bytes: stride(from: 0, to: digits.count - 1, by: 2).compactMap {
        UInt8(String(digits[$0...$0 + 1]), radix: 16)
      })
    name = try values.decode(String.self, forKey: .name)
    kind = try values.decode(Kind.self, forKey: .kind)
    what = try values.decode(String.self, forKey: .what)
    memoryLimit = (try values.decodeIfPresent(Int.self, forKey: .memoryLimit) ?? 1_000) << 20
    timeLimit = try values.decodeIfPresent(Double.self, forKey: .timeLimit) ?? 5
    needsOrdinaryUser = try values.decodeIfPresent(Bool.self, forKey: .needsOrdinaryUser) ?? false
    isArgument = try values.decodeIfPresent(Bool.self, forKey: .isArgument) ?? false
  }

  /// A folder without clips brings no page.
  var isEmptyFolder: Bool { what == "a directory" }

  /// Names of a hundred thousand files make as many pages; the last of them is far.
  var isLongList: Bool { relativePath.lowercaseExtension == "m3u" }

  /// The names are tried as relative paths, too, where most of them mean something else.
  var isTriedByRelativePath: Bool { relativePath.bytes.starts(with: Array("names/".utf8)) }
}
