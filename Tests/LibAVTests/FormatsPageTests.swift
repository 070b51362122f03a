import Foundation
import Models
import TestSupport
import Testing

@Suite struct FormatsPageTests {
  @Test func formatsPageMatchesTheTable() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appendingPathComponent("docs/formats.md"), encoding: .utf8)
    let table = Self.table
    #expect(
      page.contains("-->\n\(table)\n<!-- end of formats"), "docs/formats.md should have:\n\(table)")
  }

  @Test func extensionsAreUnique() {
    let extensions = MediaFormat.all.flatMap { $0.folderExtensions + $0.otherExtensions }
    #expect(Set(extensions).count == extensions.count)
    #expect(extensions.allSatisfy { $0 == $0.lowercased() && (1...8).contains($0.utf8.count) })
  }

  @Test func playlistsAndDevicesAreNotFormats() {
    let never = [
      "tty", "concat", "hls", "dash", "sdp", "rtsp", "rtp", "image2", "image2pipe", "svg_pipe",
      "lavfi", "alsa", "pulse", "x11grab", "v4l2", "rawvideo", "webm_dash_manifest", "imf",
    ]
    #expect(!MediaFormat.all.contains { never.contains($0.demuxer) })
  }

  @Test func everyFormatIsTestedOrExcused() {
    let played = Set(FormatPair.all.map(\.demuxer))
    let others = MediaFormat.all.map(\.demuxer).filter { !played.contains($0) }
    // The first is not read by every libav, the graymap has no colours to compare, and the last is not
    // written by ffmpeg.
    #expect(others == ["webp_anim", "pgm_pipe", "ape"])
  }

  private static var table: String {
    let rows = MediaFormat.all.map { format in
      let pairs = FormatPair.all.filter { $0.demuxer == format.demuxer }
      let cells = [
        format.name, names(format.folderExtensions), names(format.otherExtensions),
        codecs(pairs.compactMap(\.frame)), codecs(pairs.compactMap(\.sound)),
      ]
      return "| \(cells.joined(separator: " | ")) |"
    }
    let head = ["format", "taken from a folder", "played where named", "pictures", "sound"]
    return (["| \(head.joined(separator: " | ")) |", "| --- | --- | --- | --- | --- |"] + rows)
      .joined(separator: "\n")
  }

  private static func names(_ extensions: [String]) -> String {
    extensions.map { "`\($0)`" }.joined(separator: " ")
  }

  private static func codecs(_ recipes: [Recipe]) -> String {
    var names: [String] = []
    for recipe in recipes where !names.contains(recipe.codec) { names.append(recipe.codec) }
    return names.joined(separator: ", ")
  }
}
