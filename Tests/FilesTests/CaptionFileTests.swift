import Clients
import Files
import Foundation
import Models
import Platform
import TestSupport
import Testing

@Suite struct CaptionFileTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  private func lines(_ bytes: [UInt8]) throws -> [CleanText] {
    try Data(bytes).write(to: URL(fileURLWithPath: scratch.file("clip.txt")))
    return CaptionFile(of: FilePath(scratch.file("clip.mp4"))).lines(TextDecoder())
  }

  @Test(arguments: [
    ("/a/clip.mp4", "/a/clip.txt"), ("clip.two.webm", "./clip.two.txt"),
    ("/a.b/clip", "/a.b/clip.txt"),
    ("/a/.hidden", "/a/.hidden.txt"),
  ])
  func captionIsBesideItsClip(_ clip: String, _ caption: String) {
    #expect(CaptionFile(of: FilePath(clip)).path == FilePath(caption))
  }

  @Test func linesAreClean() throws {
    #expect(
      try lines(Array("a bee\u{1B}[2J on a  flower\r\n\r\n two\tlines \n".utf8)) == [
        "a bee\u{FFFD}[2J on a  flower", "two lines",
      ])
    // Windows-1252, as good as can be guessed.
    #expect(
      try lines(Array("caf".utf8) + [0xE9, 0x20] + Array("au lait".utf8)) == ["café au lait"])
    #expect(try lines([]) == [])
  }

  @Test func whatIsTooLongIsNoCaption() throws {
    #expect(try lines(Array(repeating: 0x61, count: 65_537)) == [])
    #expect(try lines(Array(repeating: 0x61, count: 65_536)).map(\.string.count) == [2_001])
    #expect(try lines(Array(repeating: [0x61, 0x0A], count: 200).flatMap(\.self)).count == 100)
  }

  @Test func aClipWithoutCaptionHasNone() {
    #expect(CaptionFile(of: FilePath(scratch.file("other.mp4"))).lines(TextDecoder()) == [])
    #expect(CaptionFile(of: FilePath(scratch.path + "/")).lines(TextDecoder()) == [])
  }

  @Test func nothingIsEditedThroughALink() async throws {
    let clip = FilePath(scratch.file("clip.mp4"))
    let isLent = Lock(false)
    let client = NotesClient.live(
      decoder: TextDecoder(), editor: Editor(environment: ["EDITOR": "true"]),
      lend: { _ in
        isLent.withLock { $0 = true }
        return false
      })
    #expect(symlink(scratch.file("other.txt"), scratch.file("clip.txt")) == 0)
    guard case .failure(let error) = await client.editCaption(clip) else {
      Issue.record("edited")
      return
    }
    #expect(error.reason == .refused && error.place == "clip.txt")
    #expect(!isLent.withLock { $0 })
    #expect(unlink(scratch.file("clip.txt")) == 0)
    _ = await client.editCaption(clip)
    #expect(isLent.withLock { $0 })
  }
}
