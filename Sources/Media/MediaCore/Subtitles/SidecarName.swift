import Models

/// The information in the name of a subtitle file beside a clip: `clip.srt`, `clip.en.srt`,
/// `clip.mp4.pt-BR.forced.vtt` beside `clip.mp4`.
package struct SidecarName: Hashable, Sendable {
  /// Subtitle formats, by their libav names.
  package enum Form: String, Hashable, Sendable, CaseIterable {
    case subRip = "subrip"
    case webVTT = "webvtt"
    case script = "ass"

    /// Recognises a format by a file extension.
    package init?(extension text: some StringProtocol) {
      switch text.lowercased() {
      case "srt": self = .subRip
      case "vtt": self = .webVTT
      case "ass", "ssa": self = .script
      default: return nil
      }
    }
  }

  package var form: Form
  /// The language tag (BCP 47) as written in the name; empty without one.
  package var language: CleanText
  /// Other notes, such as `forced`; empty without any.
  package var notes: CleanText

  /// Parses a name.
  ///
  /// Parts between the clip's name and the extension must be a language or one of a few words, so
  /// that `trip.part2.srt` is not taken for subtitles of `trip.mp4`.
  ///
  /// - Parameters:
  ///   - name: The file's name, without its folder.
  ///   - clip: The clip's name, without its folder.
  /// - Returns: `nil` if the file does not belong to the clip.
  package init?(_ name: [UInt8], beside clip: [UInt8]) {
    let dot = clip.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil } ?? clip.endIndex
    let stem = clip[..<dot]
    guard name.count > stem.count + 1, name.count <= stem.count + Self.longestEnd,
      name.starts(with: stem), name[stem.count] == UInt8(ascii: ".")
    else { return nil }
    let end = String(decoding: name[(stem.count + 1)...], as: UTF8.self)
    var parts = end.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let form = parts.popLast().flatMap({ Form(extension: $0) }) else { return nil }
    if let first = parts.first, Array(first.utf8) == Array(clip[dot...].dropFirst()) {
      parts.removeFirst()
    }
    var language: String?
    var notes: [String] = []
    for part in parts {
      if language == nil, Self.isLanguage(part) {
        language = part
      } else if Self.notes.contains(part.lowercased()) {
        notes.append(part)
      } else {
        return nil
      }
    }
    self.form = form
    self.language = CleanText(language ?? "")
    self.notes = CleanText(notes.joined(separator: " "))
  }

  /// Whether a file with this name contains subtitles, for any clip.
  package static func isSubtitles(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")),
      name.distance(from: dot, to: name.endIndex) == 4
    else { return false }
    return Form(extension: String(decoding: name[dot...].dropFirst(), as: UTF8.self)) != nil
  }

  /// The maximum number of bytes after the clip's own name.
  private static let longestEnd = 64

  private static let notes: Set<String> = [
    "auto", "cc", "commentary", "default", "forced", "foreign", "full", "hi", "lyrics", "orig",
    "sdh", "signs", "songs", "subs",
  ]

  /// Whether a word looks like a language tag: two or three letters, optionally with script and
  /// region.
  private static func isLanguage(_ word: String) -> Bool {
    let parts = word.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    guard let first = parts.first, (2...3).contains(first.utf8.count), parts.count <= 3,
      first.utf8.allSatisfy({ ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }),
      !notes.contains(word.lowercased()) || word.lowercased() == "hi"
    else { return false }
    return parts.dropFirst().allSatisfy { part in
      (2...8).contains(part.utf8.count)
        && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
  }
}
