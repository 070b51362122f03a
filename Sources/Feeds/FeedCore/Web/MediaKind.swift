import Models

/// What a media type or the end of an address says of a file.
package enum MediaKind: Int, Hashable, Comparable {
  case video
  case audio
  case still

  package static func < (first: MediaKind, second: MediaKind) -> Bool {
    first.rawValue < second.rawValue
  }

  /// Tells what a file is.
  ///
  /// - Parameters:
  ///   - type: Its media type; `nil` if it is not known.
  ///   - address: Where it is.
  /// - Returns: `nil` for what is not shown.
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

  /// Tells what a file is by the extension in its path or address alone.
  init?(path: String) {
    let path = path.prefix { $0 != "?" && $0 != "#" }
    self.init(fileExtension: FilePath(String(path)).lowercaseExtension)
  }

  /// Tells what a file is by its extension, in lower case.
  package init?(fileExtension: String) {
    guard let kind = Self.kinds[fileExtension] else { return nil }
    self = kind
  }

  /// The types of HLS streams, which lists of clips have, too.
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
    // The names that files of sound have in containers of frames.
    for name in ["m4a", "m4b", "m4r", "mka", "weba", "oga", "ogg", "opus", "spx", "wma", "ra"] {
      kinds[name] = .audio
    }
    return kinds
  }()
}
