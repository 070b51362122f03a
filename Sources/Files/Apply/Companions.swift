import Models

/// Which files of a folder belong to a clip: subtitles, captions, metadata.
struct Companions {
  /// Files by what their names begin with, up to the extension of a companion.
  private var files: [[UInt8]: [[UInt8]]] = [:]
  /// Media files by their names without extension: what belongs to several of them goes with none.
  private var owners: [[UInt8]: [[UInt8]]] = [:]

  private static let subtitles = ["srt", "vtt", "ass"]
  private static let others = [
    "txt", "xmp", "info.json", "nfo", "thm", "lrv", "chapters.txt", "ffmeta",
  ]
  /// The longest name of a language in a subtitle file's name, such as `zh-Hans`.
  private static let longestLanguage = 12

  /// Photographs that Flick does not play.
  private static let photographs = ["cr2", "cr3", "nef", "arw", "dng", "raf", "orf", "rw2"]
  private static let mediaExtensions = Set(
    MediaFormat.all.flatMap { $0.folderExtensions + $0.otherExtensions } + photographs)

  /// Creates the table of a folder.
  ///
  /// - Parameter names: The names of its files.
  init(_ names: [[UInt8]]) {
    let dot = UInt8(ascii: ".")
    for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      for index in name.indices.dropFirst() where name[index] == dot {
        let rest = String(decoding: name[(index + 1)...], as: UTF8.self).lowercased()
        if Self.isCompanion(rest) { files[Array(name[..<index]), default: []].append(name) }
      }
      if let (stem, suffix) = Self.split(name), Self.mediaExtensions.contains(suffix) {
        owners[stem, default: []].append(name)
      }
    }
  }

  /// The files that belong to a clip.
  ///
  /// - Parameters:
  ///   - clip: Its name.
  ///   - isTaken: Whether another media file goes the same way.
  func of(_ clip: [UInt8], ifOthers isTaken: ([UInt8]) -> Bool) -> [[UInt8]] {
    let own = files[clip] ?? []
    guard let (stem, _) = Self.split(clip) else { return own }
    let others = (owners[stem] ?? []).filter { $0 != clip }
    // Of several that go the same way, the first takes them along.
    let isFirst = others.allSatisfy { clip.lexicographicallyPrecedes($0) }
    guard others.allSatisfy(isTaken), isFirst else { return own }
    return own + (files[stem] ?? []).filter { !own.contains($0) && $0 != clip }
  }

  private static func isCompanion(_ rest: String) -> Bool {
    if others.contains(rest) || subtitles.contains(rest) { return true }
    guard let dot = rest.lastIndex(of: "."), subtitles.contains(String(rest[dot...].dropFirst()))
    else { return false }
    let language = rest[..<dot]
    return language.utf8.count <= longestLanguage
      && language.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }

  /// A name without its extension, and the extension in lower case.
  private static func split(_ name: [UInt8]) -> (stem: [UInt8], suffix: String)? {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
    return (
      Array(name[..<dot]), String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    )
  }
}
