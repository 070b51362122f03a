import Models

/// What a media type or the end of an address says of a file.
enum MediaKind: Int, Hashable, Comparable {
  case video
  case audio
  case picture

  static func < (first: MediaKind, second: MediaKind) -> Bool { first.rawValue < second.rawValue }

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
    case _ where type.hasPrefix("image/"): self = .picture
    case "", "application/octet-stream", "binary/octet-stream", "application/x-unknown":
      guard let kind = MediaKind(path: address) else { return nil }
      self = kind
    default: return nil
    }
  }

  /// Tells what a file is by its extension alone.
  init?(path: String) {
    let path = path.prefix { $0 != "?" && $0 != "#" }
    guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: ".") else {
      return nil
    }
    let suffix = name[name.index(after: dot)...].lowercased()
    if suffix == "m3u8" {
      self = .video
    } else if let format = MediaKind.formats[suffix] {
      self =
        format.traits.contains(.isPicture)
        ? .picture
        : MediaKind.soundExtensions.contains(suffix) ? .audio : .video
    } else {
      return nil
    }
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

  private static let formats: [String: MediaFormat] = Dictionary(
    MediaFormat.all.flatMap { format in
      (format.folderExtensions + format.otherExtensions).map { ($0, format) }
    }, uniquingKeysWith: { first, _ in first })

  /// Of formats that hold sound alone, and the names that files of sound have in others.
  private static let soundExtensions: Set = [
    "mp3", "mp2", "mpa", "aac", "flac", "wav", "w64", "aif", "aiff", "aifc", "au", "snd", "caf",
    "ac3", "eac3", "ec3", "dts", "thd", "wv", "tta", "amr", "awb", "ape", "m4a", "m4b", "m4r",
    "mka", "weba", "oga", "ogg", "opus", "spx", "wma", "ra",
  ]
}
