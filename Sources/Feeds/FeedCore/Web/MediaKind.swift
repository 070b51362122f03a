import Models

/// The kind of a file, by its media type or the end of its address.
package enum MediaKind: Int, Hashable, Comparable {
  case video
  case audio
  case still

  package static func < (first: MediaKind, second: MediaKind) -> Bool {
    first.rawValue < second.rawValue
  }

  /// Determines a file's kind.
  ///
  /// - Parameters:
  ///   - type: Its media type; `nil` if unknown.
  ///   - address: Its address.
  /// - Returns: `nil` for files that are not shown.
  init?(type: String?, address: String) {
    let type = type.map(MediaKind.essence) ?? ""
    switch type {
    case "image/gif", "image/apng", "application/ogg", "application/mp4", "application/mxf":
      self = .video
    case _ where MediaKind.playlistTypes.contains(type): self = .video
    case _ where type.hasPrefix("video/"): self = .video
    case _ where type.hasPrefix("audio/"): self = .audio
    case "image/svg+xml": return nil
    case _ where type.hasPrefix("image/"): self = .still
    case "", "application/octet-stream", "binary/octet-stream", "application/x-unknown":
      guard let kind = MediaKind(path: address) else { return nil }
      self = kind
    default: return nil
    }
  }

  /// Determines a file's kind by the extension in its path or address only.
  init?(path: String) {
    let path = path.prefix { $0 != "?" && $0 != "#" }
    self.init(fileExtension: FilePath(String(path)).lowercaseExtension)
  }

  /// Determines a file's kind by its extension, in lower case.
  init?(fileExtension: String) {
    guard let kind = Self.kinds[fileExtension] else { return nil }
    self = kind
  }

  /// The types of HLS streams, which lists of clips share.
  static let playlistTypes: Set = [
    "application/vnd.apple.mpegurl", "application/x-mpegurl", "application/mpegurl",
    "audio/mpegurl", "audio/x-mpegurl",
  ]

  /// A media type without its parameters, in lower case.
  static func essence(_ type: String) -> String {
    type.prefix { $0 != ";" }.trimmingWhitespace.lowercased()
  }

  private static let kinds: [String: MediaKind] = {
    var kinds = ["m3u8": MediaKind.video]
    for format in MediaFormat.all {
      let kind: MediaKind =
        format.traits.contains(.isStill)
        ? .still : format.traits.contains(.isElementaryAudio) ? .audio : .video
      for name in format.folderExtensions + format.otherExtensions {
        kinds[name] = kinds[name] ?? kind
      }
    }
    // The extensions of audio files in video containers.
    for name in ["m4a", "m4b", "m4r", "mka", "weba", "oga", "ogg", "opus", "spx", "wma", "ra"] {
      kinds[name] = .audio
    }
    return kinds
  }()
}
