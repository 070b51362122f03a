import TestSupport
import Testing

/// Options that say what the feed is made of.
@Suite struct FeedOptionTests {
  let clips: Clips

  init() throws {
    clips = try Clips.shared.get()
  }

  private func run(_ arguments: [String]) throws -> (exit: PtyProcess.Exit?, error: String) {
    let flick = try FlickProcess(arguments, audioDevice: nil)
    let exit = flick.waitForExit()
    #expect(!flick.model.privateModesSeen.contains(1_049))
    return (exit, flick.standardError)
  }

  @Test(arguments: [
    (["--sort", "dat"], "- date"), (["--sort", "shuffle:x"], "shuffle:SEED"),
    (["--start", "2", "--resume"], "--resume"), (["-0"], "--files-from"),
    (["-", "-"], "once"), (["-", "--files-from", "-"], "once"),
    (["--liked", "."], "--match"), (["--files-from", ""], "empty path"),
    (["--liked", "--files-from", "list"], "paths"),
  ])
  func whatMakesNoSenseTogetherIsRefusedWithWhatWould(
    _ arguments: [String], _ hint: String
  ) throws {
    let (exit, error) = try run(arguments)
    #expect(exit == .status(64))
    #expect(error.contains(hint))
  }

  @Test func aListThatIsNotThereIsNamed() throws {
    let (exit, error) = try run(["--files-from", "/no/such/list"])
    #expect(exit == .status(66))
    #expect(error.contains("/no/such/list"))
  }

  @Test func theTerminalIsNoListOfPaths() throws {
    let (exit, error) = try run(["-"])
    #expect(exit == .status(66))
    #expect(error.contains("standard input"))
  }

  @Test func withoutLikesThereIsNoFeedOfThem() throws {
    let (exit, error) = try run(["--liked"])
    #expect(exit == .status(66))
    #expect(error.contains("`l`"))
  }

  @Test func textThatMatchesNothingIsNamed() throws {
    let (exit, error) = try run(["--match", "zzzz", clips.folder.path])
    #expect(exit == .status(66))
    #expect(error.contains("zzzz"))
  }
}
