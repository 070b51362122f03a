import Foundation

/// A folder of clips and what each of them is.
struct Manifest: Decodable {
  var files: [Entry]

  /// Reads `manifest.json` of a folder.
  ///
  /// - Throws: What reading or decoding throws.
  init(of folder: String) throws {
    let url = URL(fileURLWithPath: folder).appendingPathComponent("manifest.json")
    self = try JSONDecoder().decode(Manifest.self, from: Data(contentsOf: url))
  }
}

/// One clip and what is known of it.
struct Entry: Decodable {
  /// How much it matters that the clip comes out right.
  enum Level: String, Decodable, CaseIterable {
    case must
    case should
    case may
  }

  /// The frames' content.
  enum Grid: String, Decodable {
    case portrait
    case landscape
    /// A grid that changes its shape.
    case mixed
    case none
  }

  var file: String
  var group: String
  var level: Level
  var displayWidth: Int
  var displayHeight: Int
  /// A fraction such as `24000/1001`; 0 for a still or an uneven rate.
  var fps: String
  var duration: Double
  var hasAudio: Bool
  var grid: Grid

  /// What the writer of the manifest found in the file.
  private var found: Found

  private struct Found: Decodable {
    struct Stream: Decodable {
      var kind: String?

      enum CodingKeys: String, CodingKey {
        case kind = "codec_type"
      }
    }
    var streams: [Stream]?
  }

  enum CodingKeys: String, CodingKey {
    case file, group, level, fps, grid
    case found = "measured_by_ffprobe"
    case displayWidth = "display_width"
    case displayHeight = "display_height"
    case duration = "duration_s"
    case hasAudio = "has_audio"
  }

  var hasFrame: Bool { displayWidth > 0 }

  /// Whether there is sound in the file, worth hearing or not.
  var hasSoundStream: Bool {
    hasAudio || found.streams?.contains { $0.kind == "audio" } ?? false
  }

  /// Frames in a second; `nil` if there is no one rate.
  var rate: Double? {
    let parts = fps.split(separator: "/").compactMap { Double($0) }
    guard let numerator = parts.first, numerator > 0 else { return nil }
    return numerator / (parts.count > 1 ? parts[1] : 1)
  }
}
