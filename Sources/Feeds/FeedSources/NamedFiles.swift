import FeedCore
import Models
import Platform

/// The audio files or stills in a folder without clips: files that are played only if they are
/// named.
package struct NamedFiles: Hashable, Sendable {
  /// The most frequent kind: not video.
  package let kind: MediaKind
  /// How many files of this kind there are.
  package let count: Int
  /// Shell arguments that name those with the most frequent extension.
  package let pattern: CleanText

  /// The maximum number of folders to search: the user is waiting for the message.
  private static let maxFolders = 1000

  /// Searches a folder, and its subfolders until something is found.
  ///
  /// - Returns: The files of the first folder that has any; `nil` if none has.
  init?(in folder: FilePath, includesHidden: Bool) {
    var visited: Set<FileIdentity> = []
    var folders = [folder]
    while let folder = folders.first, visited.count < Self.maxFolders {
      folders.removeFirst()
      let rule = FolderListing.Rule(
        includesHidden: includesHidden, isReversed: false,
        isClip: { Self.kind(of: Self.fileExtension(of: $0)) != nil })
      guard var listing = try? FolderListing(folder, rule: rule, visited: &visited) else {
        continue
      }
      var (files, subfolders) = listing.sorted()
      var counts: [String: Int] = [:]
      files.take(files.count) { counts[Self.fileExtension(of: $0), default: 0] += 1 }
      let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
      if let most, let kind = Self.kind(of: most.key) {
        self.kind = kind
        count = counts.reduce(0) { $0 + (Self.kind(of: $1.key) == kind ? $1.value : 0) }
        pattern = CleanText("\(Self.quoted(folder))/*.\(most.key)")
        return
      }
      subfolders.take(subfolders.count) {
        folders.append(folder.appending(FilePath(bytes: $0)))
      }
    }
    return nil
  }

  /// Files that are played only if they are named.
  private static func kind(of suffix: String) -> MediaKind? {
    MediaKind(fileExtension: suffix.lowercased()).flatMap { $0 == .video ? nil : $0 }
  }

  /// As written; empty if there is none.
  private static func fileExtension(of name: UnsafeBufferPointer<UInt8>) -> String {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, name.count - dot <= 6 else {
      return ""
    }
    return String(decoding: name[(dot + 1)...], as: UTF8.self)
  }

  /// A path as a shell reads it, byte by byte: what follows a quote may combine with it into
  /// another character.
  private static func quoted(_ path: FilePath) -> String {
    let bytes = path.trimmingTrailingSlashes
    let isPlain = bytes.allSatisfy {
      NaturalOrder.isLetter($0) || NaturalOrder.isDigit($0) || "/._-+,@%".utf8.contains($0)
    }
    guard !isPlain else { return String(decoding: bytes, as: UTF8.self) }
    let parts = bytes.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    return "'" + parts.joined(separator: "'\\''") + "'"
  }
}

extension NamedFiles: CustomStringConvertible {
  /// What there is and how to play it.
  package var description: String {
    let what =
      switch kind {
      case .audio, .video: localizedPlural(count, "an audio file", "%s audio files", count)
      case .still: localizedPlural(count, "an image", "%s images", count)
      }
    return localized("%1$s; to play by name: flick %2$s", what, pattern)
  }
}
