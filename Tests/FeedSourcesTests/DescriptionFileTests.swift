import FeedSources
import Models
import TestSupport
import Testing

@Suite struct DescriptionFileTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func write(_ text: String, to name: String) throws {
    try FilePath(folder.file(name)).write(Array(text.utf8), mode: 0o600)
  }

  private func title(of clip: String) -> CleanText? {
    DescriptionFile.beside(.file(FilePath(folder.file(clip))))?.title
  }

  @Test func filesBesideAClipDescribeIt() throws {
    #expect(title(of: "a.mp4") == nil)
    try write("<movie><title>From NFO</title></movie>", to: "a.nfo")
    #expect(title(of: "a.mp4") == "From NFO")
    try write("not JSON", to: "a.info.json")
    #expect(title(of: "a.mp4") == "From NFO")
    try write(#"{"title": "From JSON"}"#, to: "a.info.json")
    #expect(title(of: "a.mp4") == "From JSON")
    #expect(title(of: "a.b.mp4") == nil)
    #expect(title(of: "a") == "From JSON")
  }

  @Test func hugeFileIsIgnored() throws {
    let padding = String(repeating: " ", count: 4 << 20)
    try write(#"{"title": "x"}"# + padding, to: "a.info.json")
    #expect(title(of: "a.mp4") == nil)
  }
}
