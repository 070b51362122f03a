import FeedCore
import Models
import TestSupport
import Testing

/// The MIME types that the desktop entry lists.
@Suite struct DesktopEntryTests {
  @Test func mimeTypesMatchTheFormatTable() throws {
    let line = "MimeType=\(FileMediaType.played.map { "\($0);" }.joined())"
    let part = try #require(GeneratedPart("types", of: "scripts/flick.desktop"))
    #expect(part.isEqual(to: line), "make docs writes:\n\(line)")
  }
}

extension FileMediaType {
  /// The types of all playable files, sorted: under our names, and under those that the shared MIME
  /// database of freedesktop.org has for some of them.
  fileprivate static let played: [String] = {
    let extensions = MediaFormat.all.flatMap { $0.folderExtensions + $0.otherExtensions }
    let known = Set(extensions.map { of(FilePath("a.\($0)")) }).subtracting([
      "application/octet-stream"
    ])
    return known.union(known.compactMap { otherNames[$0] }).sorted()
  }()

  private static let otherNames: [String: String] = [
    "video/matroska": "video/x-matroska", "video/matroska-3d": "video/x-matroska-3d",
    "video/x-msvideo": "video/vnd.avi", "video/x-ms-asf": "application/vnd.ms-asf",
    "video/ogg": "video/x-theora+ogg", "video/x-motion-jpeg": "video/x-mjpeg",
    "audio/matroska": "audio/x-matroska", "audio/wav": "audio/x-wav",
    "audio/aiff": "audio/x-aiff", "audio/amr": "audio/AMR",
    "audio/ogg": "audio/x-vorbis+ogg",
  ]
}
