import Glibc
import Models
import TestSupport
import Testing

/// What is kept from one run to the next.
@Suite(.ownThreads) struct PersistenceTests {
  let clips: Clips
  let state: ScratchFolder

  init() throws {
    clips = try Clips.shared.get()
    state = try ScratchFolder()
  }

  /// Starts a run that shares the state folder.
  private func start(_ arguments: [String]) throws -> FlickProcess {
    try FlickProcess(arguments, environment: ["XDG_STATE_HOME": state.path])
  }

  private func rows(_ sql: String) throws -> [[String]] {
    try RecordFile(inStateFolder: state.file("flick")).rows(sql)
  }

  /// How visits ended, oldest first.
  private func leavings() throws -> [String] {
    try rows("SELECT leaving FROM visit ORDER BY id").flatMap(\.self)
  }

  @Test func visitsAreRecordedWithHowTheyEnded() throws {
    let flick = try start([clips.folder.path])
    #expect(flick.waitForClip(0))
    #expect(flick.waitUntilSeen())
    flick.press(.down)
    #expect(flick.waitForClip(1))
    #expect(flick.waitUntilSeen())
    #expect(flick.quit() == .status(0))
    #expect(try leavings() == ["forwards", "quit"])
    #expect(
      try rows(
        """
        SELECT location LIKE '%\(Clips.names[0])', source, watched > 0
        FROM visit JOIN item ON item.id = item JOIN sitting ON sitting.id = sitting
        ORDER BY visit.id
        """) == [
          ["1", "file://\(clips.folder.path)", "1"], ["0", "file://\(clips.folder.path)", "1"],
        ])
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func signalDoesNotLoseAVisit(_ signal: Int32) throws {
    let flick = try start([clips.path(1)])
    #expect(flick.waitForClip(1))
    #expect(flick.waitUntilSeen())
    flick.process.signal(signal)
    #expect(flick.problemsAfterExit(.status(128 + signal)) == [])
    #expect(try leavings() == ["quit"])
  }

  @Test func noHistoryOptionWritesNoHistory() throws {
    let flick = try start([clips.path(0), "--no-history"])
    #expect(flick.waitForClip(0))
    #expect(flick.waitUntilSeen())
    flick.press(.down)
    #expect(flick.waitForClip(1))
    #expect(flick.quit() == .status(0))
    for table in ["visit", "place", "item"] {
      #expect(try rows("SELECT count(*) FROM \(table)") == [["0"]])
    }
  }

  @Test func whatWasSeenIsFilteredOut() throws {
    let first = try start([clips.folder.path])
    #expect(first.waitForClip(0))
    #expect(first.waitUntilSeen())
    first.press(.down)
    #expect(first.waitForClip(1))
    #expect(first.waitUntilSeen())
    #expect(first.quit() == .status(0))
    let second = try start(["--match", "is:unseen dur:>1s", clips.folder.path])
    #expect(second.waitForClip(2))
    #expect(second.quit() == .status(0))
    #expect(try rows("SELECT min(duration > 1) FROM item WHERE codec IS NOT NULL") == [["1"]])
  }

  @Test func resumeStartsAtTheLastClip() throws {
    let first = try start([clips.folder.path])
    #expect(first.waitForClip(0))
    first.press(.down, .down)
    #expect(first.waitForClip(2))
    #expect(
      first.waitUntil { _ in
        (try? rows("SELECT location FROM place"))?.first?[0].hasSuffix(Clips.names[2]) == true
      })
    #expect(first.quit() == .status(0))
    let second = try start(["--resume", clips.folder.path])
    #expect(second.waitForClip(2))
    #expect(second.quit() == .status(0))
    let anew = try start([clips.folder.path])
    #expect(anew.waitForClip(0))
    #expect(anew.quit() == .status(0))
    let elsewhere = try start(["--resume", "--only", clips.path(3)])
    #expect(elsewhere.waitForClip(3))
    #expect(elsewhere.quit() == .status(0))
  }

  @Test func likedClipsMakeAFeed() throws {
    let first = try start([clips.folder.path])
    #expect(first.waitForClip(0))
    first.press(.down)
    #expect(first.waitForClip(1))
    first.press(.character("l"))
    #expect(first.waitUntil { $0.contains("♥") })
    #expect(first.quit() == .status(0))
    #expect(try rows("SELECT count(*) FROM liked") == [["1"]])
    for options in [["--liked"], ["--show", "liked"]] {
      let narrowed = try start(options + [clips.folder.path])
      #expect(narrowed.waitForClip(1))
      #expect(narrowed.waitUntil { $0.contains("/is:liked") })
      #expect(narrowed.quit() == .status(0))
    }
    #expect(try start(["--liked", state.path]).waitForExit() == .status(66))
    let second = try start(["--liked"])
    #expect(second.waitForClip(1))
    #expect(second.waitUntil { $0.contains("♥") })
    second.press(.character("l"))
    #expect(second.waitUntil { !$0.contains("♥") })
    #expect(second.quit() == .status(0))
    #expect(try rows("SELECT count(*) FROM liked") == [["0"]])
    #expect(try start(["--liked"]).waitForExit() == .status(66))
  }

  @Test func unwritableStateFolderDoesNotStopPlayback() throws {
    let flick = try FlickProcess(
      [clips.folder.path], environment: ["XDG_STATE_HOME": clips.path(0)])
    #expect(flick.waitForClip(0))
    #expect(flick.waitUntilSeen())
    flick.press(.down)
    #expect(flick.waitForClip(1))
    flick.press(.character("l"))
    flick.run(for: 0.5)
    let problems = flick.problemsAfterQuit()
    #expect(problems.count == 1)
    #expect(problems.first?.contains("history and likes are not saved") == true)
  }
}

extension FlickProcess {
  /// Presses `q`, and lists what was wrong with the exit.
  fileprivate func problemsAfterQuit() -> [String] {
    press(.character("q"))
    return problemsAfterExit(.status(0))
  }
}
