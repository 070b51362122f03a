import Models
import Testing

@testable import FeedCore

@Suite struct MediaKindTests {
  /// A web feed may name any file that a folder's feed would contain.
  @Test func everyFormatIsRecognisedByItsExtensions() {
    for format in MediaFormat.all {
      for suffix in format.folderExtensions + format.otherExtensions {
        for path in ["/a.b/clip.\(suffix)", "clip.\(suffix.uppercased())?x=.html#y.txt"] {
          let kind = MediaKind(path: path)
          #expect(kind != nil, "\(path)")
          if format.traits.contains(.isStill) { #expect(kind == .still, "\(path)") }
          #expect(MediaKind(type: nil, address: path) == kind, "\(path)")
          #expect(MediaKind(type: "Application/Octet-Stream; x=y", address: path) == kind)
        }
      }
    }
  }

  @Test(
    arguments: [
      ("a.mp4", MediaKind.video), ("a.mp3", .audio), ("a.m4a", .audio), ("a.png", .still),
      ("a.gif", .video), ("a.m3u8", .video), ("a.ogg", .audio), ("a", nil), ("mp4", nil),
      ("a.mp4/b", nil), ("a.html", nil), ("", nil), ("a?.mp4", nil), ("a.", nil),
    ] as [(String, MediaKind?)])
  func kindFollowsFromTheExtension(_ path: String, _ kind: MediaKind?) {
    #expect(MediaKind(path: path) == kind)
  }

  @Test(
    arguments: [
      ("video/mp4", MediaKind.video), (" Video/X-Unknown ; codecs=x", .video),
      ("audio/mpeg", .audio),
      ("audio/mpegurl", .video), ("application/vnd.apple.mpegurl", .video),
      ("image/jpeg", .still),
      ("image/gif", .video), ("image/svg+xml", nil), ("text/html", nil), ("application/pdf", nil),
      ("application/ogg", .video),
    ] as [(String, MediaKind?)])
  func mediaTypeOverridesTheExtension(_ type: String, _ kind: MediaKind?) {
    for address in ["a.png", "a.mp3", "a.html", ""] {
      #expect(MediaKind(type: type, address: address) == kind)
    }
  }

  @Test func videoSortsBeforeAudioAndStills() {
    #expect([MediaKind.still, .audio, .video].sorted() == [.video, .audio, .still])
  }
}
