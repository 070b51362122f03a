import Models
import Testing

/// What is asked of a location, whatever its kind.
@Suite struct MediaLocationTests {
  private func remote(_ text: String) throws -> MediaLocation {
    try .remote(#require(RemoteAddress(text)))
  }

  @Test func fileAnswers() {
    let file = MediaLocation.file(FilePath("/clips/a b.MP4"))
    #expect(file.filePath == FilePath("/clips/a b.MP4") && file.address == nil && !file.isRemote)
    #expect(file.title == "a b.MP4" && file.lowercaseExtension == "mp4")
    #expect(file.contentKey == .file(FilePath("/clips/a b.MP4")))
    #expect(file.uri == "file:///clips/a%20b.MP4")
  }

  @Test func addressAnswers() throws {
    let clip = try remote("https://ada:pw@a.org/b/c%20d.WebM?token=x&v=1#t=10,20")
    #expect(clip.filePath == nil && clip.address != nil && clip.isRemote)
    #expect(clip.title == "c d.WebM" && clip.lowercaseExtension == "webm")
    #expect(clip.contentKey == clip.address.map { .remote($0) })
    #expect(clip.uri == "https://a.org/b/c%20d.WebM?v=1#t=10,20")
    #expect(clip.span == TimeSpan(start: 10, end: 20))
    #expect(try clip.whole == remote("https://ada:pw@a.org/b/c%20d.WebM?token=x&v=1"))
  }

  @Test(arguments: ["file:///a%20b", "https://a.org/b.mp4", "http://[::1]:81/"])
  func uriIsReadAsWritten(_ uri: String) {
    #expect(MediaLocation(uri: uri)?.uri == uri)
  }

  @Test(arguments: [
    "", "a.mp4", "/a.mp4", "file://elsewhere/a", "file:///%00", "ftp://a/b", "http://",
  ])
  func othersHaveNoLocation(_ text: String) {
    #expect(MediaLocation(uri: text) == nil)
  }
}
