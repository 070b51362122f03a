import Foundation
import Glibc
import Models
import Platform
import TestSupport
import Testing

@testable import Files

@Suite struct ApplyTests {
  let scratch: ScratchFolder
  private let saved = Lock<[FileBatch]>([])
  private let problems = Lock<[FileError]>([])

  init() throws {
    scratch = try ScratchFolder()
  }

  private func path(_ name: String) -> FilePath { FilePath(scratch.file(name)) }

  private func make(_ names: String...) {
    for name in names {
      try? FileManager.default.createDirectory(
        atPath: path(name).parent.description, withIntermediateDirectories: true)
      #expect(throws: Never.self) { try write("content of \(name)", to: name) }
    }
  }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: scratch.file(name)))
  }

  /// All files and what is in them, but for the trash's information.
  private var files: [String: String] {
    var files: [String: String] = [:]
    let all = FileManager.default.enumerator(atPath: scratch.path)
    while let name = all?.nextObject() as? String {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: scratch.file(name), isDirectory: &isFolder)
      guard !isFolder.boolValue, !name.hasSuffix(".trashinfo") else { continue }
      files[name] = String(decoding: Command.contents(of: scratch.file(name)), as: UTF8.self)
    }
    return files
  }

  private func plan(
    _ clips: [String: Review], rejected: ApplyPlan.Rejected = .trash,
    kept: ApplyPlan.Kept = .stay
  ) -> ApplyPlan {
    ApplyPlan(
      clips.sorted { $0.key < $1.key }.map { ApplyPlan.Clip(path($0), $1) }, rejected: rejected,
      kept: kept, homeTrash: path("home/Trash"))
  }

  private var runner: BatchRunner {
    scratch.awaitStarts()
    return BatchRunner(
      save: { [saved] batch throws(FileError) in saved.withLock { $0.append(batch) } },
      report: { [problems] problem in problems.withLock { $0.append(problem) } })
  }

  private func apply(_ plan: ApplyPlan) throws -> (batch: FileBatch, failures: Int) {
    var runner = runner
    let failures = try runner.apply(FileBatch(id: 1, steps: plan.steps))
    return (try #require(saved.withLock { $0.last }), failures)
  }

  private func undo(_ batch: FileBatch) throws -> Int {
    var runner = runner
    return try runner.undo(batch)
  }

  private let reject = Review(verdict: .reject)

  @Test func rejectedClipsGoToTheTrashAndComeBack() throws {
    make("a.mp4", "a.srt", "b.mp4", "sub/c d.mp4")
    let before = files
    let plan = plan(["a.mp4": reject, "sub/c d.mp4": reject, "b.mp4": Review(verdict: .keep)])
    #expect(plan.rejected == 2 && plan.kept == 1 && plan.steps.count == 3)
    // Planning touches nothing.
    #expect(files == before)
    let (batch, failures) = try apply(plan)
    #expect(failures == 0 && saved.withLock { $0.map(\.state) } == [.applying, .applied])
    #expect(
      Set(files.keys) == [
        "b.mp4", "home/Trash/files/a.mp4", "home/Trash/files/a.srt", "home/Trash/files/c d.mp4",
      ])
    let info = String(
      decoding: Command.contents(of: scratch.file("home/Trash/info/c d.mp4.trashinfo")),
      as: UTF8.self
    ).split(separator: "\n")
    #expect(info[0] == "[Trash Info]" && info[1] == "Path=\(scratch.path)/sub/c%20d.mp4")
    #expect(info[2].hasPrefix("DeletionDate=20") && info[2].count == 32)
    #expect(try undo(batch) == 0)
    #expect(files == before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.file("home/Trash/info")) == [])
  }

  @Test func namesInTheTrashAreUnique() throws {
    make("a.mp4", "sub/a.mp4", "home/Trash/files/a.mp4")
    let plan = plan(["a.mp4": reject, "sub/a.mp4": reject])
    let (batch, _) = try apply(plan)
    #expect(files["home/Trash/files/a.mp4.2"] == "content of a.mp4")
    #expect(files["home/Trash/files/a.mp4.3"] == "content of sub/a.mp4")
    #expect(try undo(batch) == 0)
    #expect(files["sub/a.mp4"] == "content of sub/a.mp4")
  }

  /// trash-cli is the judge of what a trash is.
  @Test(arguments: [
    "plain.mp4", "two words.mp4", "line\nbreak.mp4", "ümläut 東京.mp4", "100%.mp4",
    String(repeating: "x", count: 251) + ".mp4",
  ])
  func otherProgramsKnowTheTrash(_ name: String) throws {
    make(name)
    _ = try apply(plan([name: reject]))
    func run(_ command: String) throws -> String {
      let output = scratch.file("output")
      _ = try Command.run(
        "/bin/sh",
        [
          "-c",
          "cd \"$1\" && XDG_DATA_HOME=\"$1/home\" LC_ALL=C.UTF-8; export XDG_DATA_HOME LC_ALL; \(command) >\"$2\" 2>&1",
          "sh", scratch.path, output,
        ])
      return String(decoding: Command.contents(of: output), as: UTF8.self)
    }
    #expect(try run("trash-list").contains("\(scratch.path)/\(name)"))
    _ = try run("echo 0 | trash-restore")
    #expect(files[name] == "content of \(name)")
  }

  @Test func keptClipsAreSorted() throws {
    make("a.mp4", "a.txt", "b.mp4", "c.mp4")
    let clips = [
      "a.mp4": Review(verdict: .keep, rating: 5, tags: ["night", "../up"]),
      "b.mp4": Review(verdict: .keep), "c.mp4": Review(rating: 3),
    ]
    let before = files
    func sorted(_ kind: FileStep.Kind, _ grouping: ApplyPlan.Grouping) throws -> Set<String> {
      let (batch, failures) = try apply(
        plan(clips, kept: .go(kind, .file(path("to")), by: grouping)))
      defer { #expect(throws: Never.self) { try undo(batch) } }
      #expect(failures == 0)
      return Set(files.keys)
    }
    #expect(
      try sorted(.move, .none) == ["to/a.mp4", "to/a.txt", "to/b.mp4", "c.mp4"])
    #expect(files == before)
    #expect(
      try sorted(.move, .rating) == ["to/5/a.mp4", "to/5/a.txt", "to/0/b.mp4", "c.mp4"])
    #expect(
      try sorted(.copy, .tag)
        == [
          "to/night/a.mp4", "to/night/a.txt", "to/-up/a.mp4", "to/-up/a.txt", "to/b.mp4", "a.mp4",
          "a.txt", "b.mp4", "c.mp4",
        ])
    #expect(files == before)
    #expect(
      try sorted(.link, .verdict)
        == ["to/keep/a.mp4", "to/keep/a.txt", "to/keep/b.mp4", "a.mp4", "a.txt", "b.mp4", "c.mp4"])
    #expect(files == before)
  }

  @Test func deletedClipsAreGone() throws {
    make("a.mp4", "a.nfo", "b.mp4")
    let (batch, failures) = try apply(plan(["a.mp4": reject], rejected: .delete))
    #expect(failures == 0 && Set(files.keys) == ["b.mp4"])
    #expect(try undo(batch) == 1)
    #expect(problems.withLock { $0.map(\.words) } == ["it was deleted"])
  }

  @Test func nothingIsOverwritten() throws {
    make("a.mp4", "a.srt", "b.mp4", "to/a.srt")
    let clips = ["a.mp4": Review(verdict: .keep), "b.mp4": Review(verdict: .keep)]
    let planned = plan(clips, kept: .go(.move, .file(path("to")), by: .none))
    #expect(planned.problems.map(\.words) == ["\(path("to/a.srt")) is taken"])
    #expect(planned.steps.map(\.source) == [path("b.mp4")])
    // A name that is taken only later: no file of the clip goes.
    let late = plan(clips, kept: .go(.move, .file(path("later")), by: .none))
    make("later/a.srt")
    let (batch, failures) = try apply(late)
    #expect(failures == 1 && files["later/a.srt"] == "content of later/a.srt")
    #expect(files["a.mp4"] != nil && files["a.srt"] != nil && files["later/b.mp4"] != nil)
    #expect(try undo(batch) == 0)
    #expect(files["b.mp4"] != nil)
  }

  @Test func whatHasChangedSinceIsLeftAlone() throws {
    make("a.mp4", "b.mp4", "c.mp4")
    let planned = plan(["a.mp4": reject, "b.mp4": reject, "c.mp4": reject])
    try write("something else", to: "a.mp4")
    try FileManager.default.removeItem(atPath: scratch.file("b.mp4"))
    let (batch, failures) = try apply(planned)
    #expect(failures == 2 && files["a.mp4"] == "something else")
    #expect(files["home/Trash/files/c.mp4"] != nil)
    // What has changed in the trash stays there.
    try write("changed", to: "home/Trash/files/c.mp4")
    #expect(try undo(batch) == 1)
    #expect(files["home/Trash/files/c.mp4"] == "changed" && files["c.mp4"] == nil)
  }

  /// Such as a disk that is not there at the moment.
  @Test func whatIsMissingCanBeTakenBackLater() throws {
    make("a.mp4", "b.mp4")
    let (batch, _) = try apply(plan(["a.mp4": reject, "b.mp4": reject]))
    let trash = scratch.file("home/Trash/files/a.mp4")
    let elsewhere = scratch.file("elsewhere")
    try FileManager.default.moveItem(atPath: trash, toPath: elsewhere)
    #expect(try undo(batch) == 1)
    let partly = try #require(saved.withLock { $0.last })
    #expect(partly.state == .partlyUndone && files["b.mp4"] != nil)
    try FileManager.default.moveItem(atPath: elsewhere, toPath: trash)
    #expect(try undo(partly) == 0)
    #expect(files["a.mp4"] != nil && saved.withLock { $0.last?.state } == .undone)
    // What stays away is given up.
    let (other, _) = try apply(plan(["a.mp4": reject]))
    try FileManager.default.removeItem(atPath: trash)
    #expect(try undo(other) == 1)
    #expect(try undo(#require(saved.withLock { $0.last })) == 1)
    #expect(saved.withLock { $0.last?.state } == .undone)
  }

  @Test func goneFolderIsTold() throws {
    make("sub/a.mp4", "b.mp4")
    let planned = plan(["sub/a.mp4": reject, "b.mp4": reject])
    try FileManager.default.removeItem(atPath: scratch.file("sub"))
    let (_, failures) = try apply(planned)
    #expect(failures == 1 && files["b.mp4"] == nil)
    #expect(plan(["sub/a.mp4": reject]).problems.map(\.number) == [ENOENT])
  }

  @Test func copiesAreComplete() throws {
    let bytes = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 * 7) })
    try bytes.write(to: URL(fileURLWithPath: scratch.file("a.mp4")))
    let times = [timespec(tv_sec: 5, tv_nsec: 7), timespec(tv_sec: 1_700_000_000, tv_nsec: 9)]
    utimensat(AT_FDCWD, scratch.file("a.mp4"), times, 0)
    let (batch, _) = try apply(
      plan(["a.mp4": Review(verdict: .keep)], kept: .go(.copy, .file(path("to")), by: .none)))
    let copy = path("to/a.mp4")
    #expect(try copy.hasContent(of: path("a.mp4")))
    #expect(FileVersion(copy)?.modified == FileDate(seconds: 1_700_000_000, nanoseconds: 9))
    #expect(try undo(batch) == 0)
    #expect(Set(files.keys) == ["a.mp4"])
  }

  /// Undo must not remove what may be the last copy.
  @Test(arguments: [FileStep.Kind.copy, .link])
  func copyWhoseOriginalIsGoneStays(_ kind: FileStep.Kind) throws {
    make("a.mp4", "b.mp4")
    let clips = ["a.mp4": Review(verdict: .keep), "b.mp4": Review(verdict: .keep)]
    let (batch, _) = try apply(plan(clips, kept: .go(kind, .file(path("to")), by: .none)))
    try FileManager.default.removeItem(atPath: scratch.file("a.mp4"))
    #expect(try undo(batch) == 1)
    #expect(Set(files.keys) == ["b.mp4", "to/a.mp4"])
  }

  /// What was noted about a copy since would go with it.
  @Test func copyThatWasTaggedSinceStays() throws {
    make("a.mp4", "b.mp4")
    let clips = ["a.mp4": Review(verdict: .keep), "b.mp4": Review(verdict: .keep)]
    #expect(try DesktopAttributes.write(Review(tags: ["day"]), to: path("b.mp4")))
    let (batch, _) = try apply(plan(clips, kept: .go(.copy, .file(path("to")), by: .none)))
    #expect(try DesktopAttributes.write(Review(tags: ["night"]), to: path("to/a.mp4")))
    #expect(try undo(batch) == 1)
    #expect(Set(files.keys) == ["a.mp4", "b.mp4", "to/a.mp4"])
  }

  /// A name that was free when this was planned, and is another program's now.
  @Test func trashOfOthersIsLeftAlone() throws {
    make("a.mp4")
    let batch = FileBatch(id: 1, steps: plan(["a.mp4": reject]).steps)
    make("home/Trash/files/a.mp4", "home/Trash/info/a.mp4.trashinfo")
    #expect(try undo(batch) == 0)
    #expect(files["home/Trash/files/a.mp4"] != nil && files["a.mp4"] != nil)
    #expect(FileManager.default.fileExists(atPath: scratch.file("home/Trash/info/a.mp4.trashinfo")))
  }

  /// As after a crash at any moment: each file may have arrived or not.
  @Test(arguments: 0..<16) func interruptedBatchIsFinishedOrTakenBack(_ arrived: Int) throws {
    make("a.mp4", "a.srt", "b.mp4", "c.mp4")
    let before = files
    let planned = plan(["a.mp4": reject, "b.mp4": reject, "c.mp4": reject]).steps
    let batch = FileBatch(id: 1, steps: planned)
    var other = runner
    try other.apply(
      FileBatch(
        id: 2,
        steps: planned.enumerated().compactMap {
          arrived >> $0 & 1 == 1 ? $1 : nil
        }))
    var finished = runner
    #expect(try finished.finish(batch) == 0)
    #expect(
      Set(files.keys)
        == Set(
          planned.compactMap(\.target).map {
            "home/Trash/files/\(FilePath(bytes: $0.lastComponent))"
          }))
    #expect(try undo(batch) == 0)
    #expect(files == before)
    // Taken back from the middle.
    try other.apply(
      FileBatch(
        id: 3,
        steps: planned.enumerated().compactMap {
          arrived >> $0 & 1 == 1 ? $1 : nil
        }))
    #expect(try undo(batch) == 0)
    #expect(files == before)
    #expect(problems.withLock { $0 } == [])
  }

  private static let hasOtherDisk =
    (try? FileStatus(FilePath("/dev/shm")).device) != (try? FileStatus(FilePath("/tmp")).device)

  @Test(.enabled(if: hasOtherDisk)) func filesMoveBetweenDisks() throws {
    let far = try ScratchFolder(in: "/dev/shm")
    make("a.mp4", "a.srt", "b.mp4")
    let before = files
    let planned = plan(
      ["a.mp4": reject, "b.mp4": reject], rejected: .move(.file(FilePath(far.path))))
    func moved() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: far.path).sorted()
    }
    let (batch, failures) = try apply(planned)
    #expect(failures == 0 && files == [:])
    #expect(try moved() == ["a.mp4", "a.srt", "b.mp4"])
    #expect(
      String(decoding: Command.contents(of: far.file("a.mp4")), as: UTF8.self) == "content of a.mp4"
    )
    far.awaitStarts()
    #expect(try undo(batch) == 0)
    #expect(files == before)
    #expect(try moved() == [])
  }

  /// A move to another disk that was copied, and not removed yet.
  @Test func doubledFileIsOneAgain() throws {
    make("a.mp4")
    let steps = plan(["a.mp4": reject], rejected: .move(.file(path("far")))).steps
    let batch = FileBatch(id: 1, steps: steps)
    func double() throws {
      _ = try Command.run("mkdir", ["-p", scratch.file("far")])
      _ = try Command.run("cp", ["-p", scratch.file("a.mp4"), scratch.file("far/a.mp4")])
    }
    try double()
    #expect(try undo(batch) == 0)
    #expect(Set(files.keys) == ["a.mp4"])
    try double()
    var runner = runner
    #expect(try runner.finish(batch) == 0)
    #expect(Set(files.keys) == ["far/a.mp4"])
  }

  @Test func otherDisksHaveTrashesOfTheirOwn() throws {
    make("sub/a.mp4", "file")
    let clip = path("sub/a.mp4")
    let own = try TrashFolder(for: clip, home: nil, top: path(""))
    #expect(own.files == path("").appending(FilePath(".Trash-\(getuid())/files")))
    let file = own.freeName(clip.lastComponent) { _ in false }
    let words = String(decoding: own.information(clip), as: UTF8.self)
    #expect(words == "[Trash Info]\nPath=sub/a.mp4\n")
    #expect(TrashFolder(of: file)?.information(clip) == Array(words.utf8))
    #expect(TrashFolder(of: file)?.infoFile(of: file) == own.infoFile(of: file))
    // A shared one counts only if nobody can take away what others have put there.
    let shared = path(".Trash")
    mkdir(shared.description, 0o777)
    #expect(try TrashFolder(for: clip, home: nil, top: path("")).files == own.files)
    chmod(shared.description, 0o1777)
    let safe = try TrashFolder(for: clip, home: nil, top: path(""))
    #expect(safe.files == shared.appending(FilePath("\(getuid())/files")))
    #expect(
      String(decoding: safe.information(clip), as: UTF8.self)
        .contains("Path=sub/a.mp4\n"))
    // Where none can be made, there is a folder beside the clip.
    let none = try TrashFolder(for: clip, home: path("file/x"), top: path("file"))
    #expect(none.files == path("sub/.rejected") && none.infoFile(of: none.files) == nil)
    #expect(TrashFolder(of: none.files.appending(FilePath("a.mp4"))) == nil)
  }
}
