import FeedSources
import Models
import TestSupport
import Testing

@Suite struct TypedPathTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func whatExistsHereWins() throws {
    // Absolute paths name no host, so a folder of this process stands for the current one.
    #expect(TypedPath.path(Array("no-such-host:a".utf8)) == FilePath("sftp://no-such-host/~/a"))
    try folder.files("12:30.mp4")
    let file = folder.path.appending(FilePath("12:30.mp4"))
    #expect(TypedPath.path(file.bytes) == file)
  }

  @Test(arguments: ["a", "/a:b", "./a:b", "-", "http://a/b", "sftp://a/b", "a b:c"])
  func othersStayAsTheyAre(_ text: String) {
    #expect(TypedPath.path(Array(text.utf8)) == FilePath(text))
  }
}
