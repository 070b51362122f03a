import TestSupport
import Testing

/// Options that select what is in the feed.
@Suite(.ownThreads) struct FeedOptionTests {
  let clips: Clips

  init() throws {
    clips = try Clips.shared.get()
  }

  @Test(arguments: [
    (["--sort", "dat"], "did you mean \"date\"?"), (["--sort", "shuffle:x"], "shuffle:SEED"),
    (["--start", "2", "--resume"], "--resume"), (["-0"], "--files-from"),
    (["-", "-"], "once"), (["-", "--files-from", "-"], "once"),
    (["--files-from", ""], "path is empty"), (["--liked", "--show", "begun"], "combined"),
    (["--match", "is:likd"], "is:liked"),
    (Array(repeating: "--tag=a", count: 21), "at most 20 tags"),
  ])
  func conflictingOptionsAreRejectedWithAHint(
    _ arguments: [String], _ hint: String
  ) throws {
    let (exit, error) = try FlickProcess.end(of: arguments)
    #expect(exit == .status(64))
    #expect(error.contains(hint))
  }

  @Test func missingListIsNamed() throws {
    let (exit, error) = try FlickProcess.end(of: ["--files-from", "/no/such/list"])
    #expect(exit == .status(66))
    #expect(error.contains("/no/such/list"))
  }

  @Test func pathsFromATerminalAreRejected() throws {
    let (exit, error) = try FlickProcess.end(of: ["-"])
    #expect(exit == .status(66))
    #expect(error.contains("standard input"))
  }

  @Test func likedFeedWithoutLikesIsAnError() throws {
    let (exit, error) = try FlickProcess.end(of: ["--liked"])
    #expect(exit == .status(66))
    #expect(error.contains("press l"))
  }

  @Test func nothingBegunIsAnError() throws {
    let (exit, error) = try FlickProcess.end(of: ["--show", "begun"])
    #expect(exit == .status(66))
    #expect(error.contains("begun"))
  }

  @Test(arguments: [
    (["--liked"], "is:liked"), (["--show", "begun", "--match", "1"], "1 is:begun"),
  ])
  func nothingOfAKindWithinPathsIsAnError(_ options: [String], _ filter: String) throws {
    let (exit, error) = try FlickProcess.end(of: options + [clips.folder.path])
    #expect(exit == .status(66))
    #expect(error.contains("no clips match “\(filter)” in \(clips.folder.path)"))
  }

  @Test func textWithoutMatchesIsNamed() throws {
    let (exit, error) = try FlickProcess.end(of: ["--match", "zzzz", clips.folder.path])
    #expect(exit == .status(66))
    #expect(error.contains("zzzz"))
  }
}
