import TestSupport
import Testing

/// Options that say what the feed is made of.
@Suite struct FeedOptionTests {
  let clips: Clips

  init() throws {
    clips = try Clips.shared.get()
  }

  @Test(arguments: [
    (["--sort", "dat"], "- date"), (["--sort", "shuffle:x"], "shuffle:SEED"),
    (["--start", "2", "--resume"], "--resume"), (["-0"], "--files-from"),
    (["-", "-"], "once"), (["-", "--files-from", "-"], "once"),
    (["--liked", "."], "--match"), (["--files-from", ""], "path is empty"),
    (["--liked", "--files-from", "list"], "paths"),
  ])
  func whatMakesNoSenseTogetherIsRefusedWithWhatWould(
    _ arguments: [String], _ hint: String
  ) throws {
    let (exit, error) = try FlickProcess.end(of: arguments)
    #expect(exit == .status(64))
    #expect(error.contains(hint))
  }

  @Test func aListThatIsNotThereIsNamed() throws {
    let (exit, error) = try FlickProcess.end(of: ["--files-from", "/no/such/list"])
    #expect(exit == .status(66))
    #expect(error.contains("/no/such/list"))
  }

  @Test func theTerminalIsNoListOfPaths() throws {
    let (exit, error) = try FlickProcess.end(of: ["-"])
    #expect(exit == .status(66))
    #expect(error.contains("standard input"))
  }

  @Test func withoutLikesThereIsNoFeedOfThem() throws {
    let (exit, error) = try FlickProcess.end(of: ["--liked"])
    #expect(exit == .status(66))
    #expect(error.contains("press l"))
  }

  @Test func textThatMatchesNothingIsNamed() throws {
    let (exit, error) = try FlickProcess.end(of: ["--match", "zzzz", clips.folder.path])
    #expect(exit == .status(66))
    #expect(error.contains("zzzz"))
  }
}
