import Foundation
import Models
import Platform
import TestSupport
import Testing

/// `flick apply` and `flick undo`, also when they are killed.
@Suite(.ownThreads) struct ApplyTests {
  /// A folder of judged clips with its own store: `a` and `b` are rejected, `c` is kept.
  let folder: ScratchFolder
  let state: ScratchFolder

  private static let names: Set = ["a.mp4", "a.srt", "b.mp4", "c.mp4"]

  init() throws {
    folder = try ScratchFolder()
    state = try ScratchFolder()
    mkdir(folder.file("clips"), 0o755)
    for name in ["a", "b", "c"] {
      _ = try Command.run("cp", [try Clips.shared.get().path(0), folder.file("clips/\(name).mp4")])
    }
    _ = try Command.run("cp", ["/dev/null", folder.file("clips/a.srt")])
    #expect(mkdir(state.file("flick"), 0o700) == 0)
    // What keys do is tested with triage.
    let verdicts = ["a": "reject", "b": "reject", "c": "keep"].map {
      #"{"filepath": "\#(folder.file("clips/\($0).mp4"))", "verdict": "\#($1)"}"#
    }
    try verdicts.joined(separator: "\n").write(
      toFile: folder.file("verdicts"), atomically: false, encoding: .utf8)
    let imported = try run(
      "verdicts --import '\(folder.file("verdicts"))'", in: folder.file("clips"))
    #expect(imported.status == 0, "\(imported.text)")
  }

  /// Runs a sub-command in a folder of clips, whose home trash is beside it.
  private func run(
    _ command: String, in folder: String, under wrapper: String = ""
  ) throws -> (status: Int32, text: String) {
    let output = "\(folder).out"
    let status = try Command.run(
      "/bin/sh",
      [
        "-c",
        """
        cd "$1" && export XDG_STATE_HOME="$2" XDG_DATA_HOME="$1.data" LC_ALL=C
        \(wrapper) "$3" \(command) --store here >"$1.out" 2>&1
        """, "sh", folder, state.path, FlickProcess.binary,
      ])
    return (status, String(decoding: Command.contents(of: output), as: UTF8.self))
  }

  /// The clips and what belongs to them: where they were, and in the trash.
  private func files(of folder: String) -> (here: [String], trash: [String]) {
    func names(_ folder: String) -> [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: folder))?
        .filter { !$0.hasPrefix(".") }.sorted() ?? []
    }
    return (names(folder), names("\(folder).data/Trash/files"))
  }

  @Test func rejectedClipsGoAndComeBack() throws {
    let clips = folder.file("clips")
    let listed = try run("apply --dry-run", in: clips)
    #expect(listed.status == 0 && listed.text.contains("trash: 2 clips, 3 files"))
    for option in ["--match", "--show"] {
      let narrowed = try run("apply --dry-run \(option) b.mp4", in: clips)
      #expect(narrowed.text.contains("b.mp4") && !narrowed.text.contains("a.mp4"))
    }
    #expect(Set(files(of: clips).here) == Self.names)
    // Nothing is done unasked.
    #expect(try run("apply </dev/null", in: clips).status == 64)
    #expect(Set(files(of: clips).here) == Self.names)
    let applied = try run("apply --yes", in: clips)
    #expect(applied.status == 0)
    #expect(files(of: clips) == (["c.mp4"], ["a.mp4", "a.srt", "b.mp4"]))
    let undone = try run("undo", in: clips)
    #expect(undone.status == 0 && undone.text == "flick: 3 files are back\n")
    #expect(Set(files(of: clips).here) == Self.names && files(of: clips).trash == [])
    #expect(try run("undo", in: clips).text == "flick: nothing to undo\n")
  }

  @Test func oneAtATimeMovesFiles() throws {
    let clips = folder.file("clips")
    let refused = try run("apply --yes", in: clips, under: "flock \"$2/flick\"")
    #expect(refused.status == 73 && refused.text.contains("another Flick is moving files"))
    #expect(Set(files(of: clips).here) == Self.names)
    #expect(try run("apply --yes", in: clips).status == 0)
    #expect(try run("undo", in: clips, under: "flock \"$2/flick\"").status == 73)
    #expect(try run("undo", in: clips).status == 0)
  }

  @Test func deletionsNeedTheirNumber() throws {
    let clips = folder.file("clips")
    for (answer, isDone) in [("y", false), ("2", false), ("3", true)] {
      let flick = try FlickProcess(
        ["apply", "--delete", "--store", "here", clips], audioDevice: nil,
        environment: ["XDG_STATE_HOME": state.path])
      #expect(flick.waitUntil { $0.contains("delete: 2 clips, 3 files") })
      flick.type(Array("\(answer)\r".utf8))
      #expect(flick.waitForExit() == .status(0))
      #expect(Set(files(of: clips).here) == (isDone ? ["c.mp4"] : Self.names))
    }
  }

  /// `make test-triage` kills at each number of a call; here the numbers double.
  private static func next(_ number: Int) -> Int {
    getenv("TRIAGE_TRIALS") == nil ? 2 * number : number + 1
  }

  /// Killed at calls that change a file: nothing is lost or doubled, and what was begun can be finished and taken
  /// back.
  @Test(arguments: ["renameat2", "unlink", "fsync", "fdatasync", "mkdir"])
  func killedApplyIsFinishedOrTakenBack(_ call: String) throws {
    var (number, kills) = (1, 0)
    while true {
      let clips = folder.file("\(call)\(number)")
      _ = try Command.run("cp", ["-a", folder.file("clips"), clips])
      let wrapper = "strace -f -qq -o /dev/null -e inject=\(call):signal=KILL:when=\(number)"
      let killed = try run("apply --yes", in: clips, under: wrapper)
      let found = files(of: clips)
      #expect(Set(found.here).union(found.trash) == Self.names, "\(call) \(number)")
      #expect(found.here.count + found.trash.count == Self.names.count, "\(call) \(number)")
      if killed.status == 0 { break }
      kills += 1
      // The next start tells.
      if call == "renameat2", number == 2 {
        let flick = try FlickProcess(
          ["--store", "here", clips], environment: ["XDG_STATE_HOME": state.path])
        #expect(flick.waitUntil { $0.contains("apply was interrupted") })
        #expect(flick.quit() == .status(0))
      }
      if kills.isMultiple(of: 2) {
        #expect(try run("apply --finish", in: clips).status == 0)
        let after = files(of: clips)
        #expect(after.here.count == 1 || Set(after.here) == Self.names, "\(call) \(number)")
        let again = try run("apply --yes", in: clips)
        #expect(again.status == 0, "\(call) \(number): \(again.text)")
        #expect(files(of: clips) == (["c.mp4"], ["a.mp4", "a.srt", "b.mp4"]))
      }
      #expect(try run("undo", in: clips).status == 0)
      #expect(Set(files(of: clips).here) == Self.names, "\(call) \(number)")
      #expect(files(of: clips).trash == [])
      number = Self.next(number)
    }
    #expect(number > 1 || call == "unlink" || call == "mkdir")
  }

  private static let hasOtherDisk = (try? ScratchFolder(in: "/dev/shm")) != nil

  /// The same on the way to another disk: what was copied may be there twice until it is finished or
  /// taken back.
  @Test(
    .enabled(if: hasOtherDisk),
    arguments: ["renameat2", "unlink", "fsync", "fsetxattr", "fadvise64"])
  func killedMoveAcrossDisksIsFinishedOrTakenBack(_ call: String) throws {
    let far = try ScratchFolder(in: "/dev/shm")
    func moved() -> Set<String> {
      Set((try? FileManager.default.contentsOfDirectory(atPath: far.path)) ?? [])
    }
    func all(_ clips: String) -> Set<String> {
      Set((try? FileManager.default.contentsOfDirectory(atPath: clips)) ?? []).subtracting([
        ".flick.db", ".flick.db-wal", ".flick.db-shm",
      ])
    }
    let tag = Array("x".utf8)
    func tags(of folder: String) -> [UInt8]? {
      FileAttribute.value("user.xdg.tags", of: "\(folder)/a.mp4")
    }
    var (number, kills) = (1, 0)
    while true {
      let clips = folder.file("\(call)\(number)")
      _ = try Command.run("cp", ["-a", folder.file("clips"), clips])
      try FileAttribute.set("user.xdg.tags", to: tag, of: "\(clips)/a.mp4")
      let wrapper = "strace -f -qq -o /dev/null -e inject=\(call):signal=KILL:when=\(number)"
      let killed = try run("apply --yes --rejected-to '\(far.path)'", in: clips, under: wrapper)
      #expect(
        Set(files(of: clips).here).union(moved()).isSuperset(of: Self.names), "\(call) \(number)")
      if killed.status == 0 { break }
      kills += 1
      if kills.isMultiple(of: 2) {
        #expect(try run("apply --finish", in: clips).status == 0)
        #expect(all(clips) == ["c.mp4"] || all(clips) == Self.names, "\(call) \(number)")
        #expect(try run("apply --yes --rejected-to '\(far.path)'", in: clips).status == 0)
        #expect(all(clips) == ["c.mp4"] && moved() == ["a.mp4", "a.srt", "b.mp4"])
        #expect(tags(of: far.path) == tag)
      }
      #expect(try run("undo", in: clips).status == 0)
      #expect(all(clips) == Self.names && moved() == [], "\(call) \(number)")
      #expect(tags(of: clips) == tag)
      number = Self.next(number)
    }
    #expect(number > 1)
  }
}
