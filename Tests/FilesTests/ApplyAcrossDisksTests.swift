import Dispatch
import Foundation
import Glibc
import Models
import Platform
import TestSupport
import Testing

@testable import Files

/// Files that move to another disk and back, and what other programs do to them meanwhile.
@Suite(.enabled(if: ApplyFolders.hasOtherDisk)) struct ApplyAcrossDisksTests {
  let folders: ApplyFolders

  init() throws {
    folders = try ApplyFolders()
  }

  /// Runs an apply while another thread waits for something, then does something.
  private func apply(
    _ batch: FileBatch, once isTime: @escaping @Sendable () -> Bool,
    _ body: @escaping @Sendable () -> Void
  ) throws {
    let isOver = Lock(false)
    let watcher = DispatchGroup()
    DispatchQueue.global().async(group: watcher) {
      while !isOver.withLock({ $0 }) {
        if isTime() { return body() }
      }
    }
    var runner = folders.runner()
    try runner.apply(batch)
    isOver.withLock { $0 = true }
    watcher.wait()
  }

  /// What a program writes to a file that is still there under its name survives, wherever that is.
  @Test func whatIsAppendedAsTheCopyAppearsSurvives() throws {
    for round in 0..<100 {
      // Each round would read the files of all before.
      folders.removeAll()
      let name = "a\(round).mp4"
      folders.make(name)
      let (source, target) = (folders.path(name), folders.farPath(name))
      let wasWritten = Lock(false)
      try apply(folders.moving(name), once: { access(target.description, F_OK) == 0 }) {
        let file = open(source.description, O_WRONLY | O_CLOEXEC | O_APPEND)
        guard file >= 0 else { return }
        let bytes = Array("late".utf8)
        wasWritten.withLock { $0 = write(file, bytes, bytes.count) == bytes.count }
        close(file)
      }
      let found = folders.files.filter { $0.value.hasPrefix("content of \(name)") }
      #expect(!found.isEmpty)
      if wasWritten.withLock({ $0 }) {
        #expect(found.contains { $0.value.hasSuffix("late") }, "round \(round)")
      }
    }
  }

  /// Another file that gets the name of the source while it is copied.
  @Test func whatReplacesTheSourceMeanwhileSurvives() throws {
    for round in 0..<100 {
      folders.removeAll()
      let name = "a\(round).mp4"
      folders.make(name, "other")
      let (source, other) = (folders.path(name), folders.path("other"))
      let far = folders.far.path
      let wasReplaced = Lock(false)
      try apply(
        folders.moving(name),
        once: { (try? FileManager.default.contentsOfDirectory(atPath: far))?.isEmpty == false }
      ) {
        guard access(source.description, F_OK) == 0 else { return }
        wasReplaced.withLock { $0 = rename(other.description, source.description) == 0 }
      }
      let found = folders.files
      #expect(found.values.contains("content of other"), "round \(round)")
      #expect(
        wasReplaced.withLock { $0 } || found.values.contains("content of \(name)"),
        "round \(round)")
      try folders.farPath(name).withCString {
        if unlink($0) != 0, errno != ENOENT { throw SystemError() }
      }
    }
  }

  /// Whatever another program does at whichever moment, what it wrote is somewhere.
  @Test(arguments: Deed.allCases, ApplyMoment.allCases) func nothingIsLostAtAnyMoment(
    _ deed: Deed, _ moment: ApplyMoment
  ) throws {
    for isYoung in [false, true] {
      folders.make("a.mp4", "b.mp4")
      let source = folders.path("a.mp4")
      if isYoung { folders.date(source, seconds: Int(WallClock.now) - 1) }
      let deeds = Lock<[Deed.Trace]>([])
      var runner = folders.runner()
      runner.reached = { [folders] reached in
        guard reached == moment, deeds.withLock({ $0.isEmpty }) else { return }
        let trace = deed.perform(on: source, folders)
        deeds.withLock { $0.append(trace) }
      }
      let failures = try runner.apply(folders.moving("a.mp4", "b.mp4"))
      let trace = try #require(deeds.withLock { $0.first })
      trace.later()
      let found = folders.files
      #expect(!trace.hasWritten || found.values.contains { $0.contains("new") }, "\(found)")
      #expect(
        trace.hasReplaced || found.values.contains { $0.hasPrefix("content of a.mp4") }, "\(found)")
      // The copy may be the last one.
      if deed == .removes, trace.hasReplaced, moment == .named {
        #expect(found["far/a.mp4"] == "content of a.mp4")
      }
      let tagged = [source, folders.farPath("a.mp4")]
      #expect(
        !trace.hasTagged || tagged.contains { DesktopAttributes.review(of: $0).tags == ["new"] })
      // The other clip goes all the same, and comes back.
      #expect(found["far/b.mp4"] == "content of b.mp4" && failures <= 1)
      _ = try runner.undo(try #require(folders.last))
      let after = folders.files
      #expect(after["b.mp4"] == "content of b.mp4")
      #expect(!trace.hasWritten || after.values.contains { $0.contains("new") }, "\(after)")
      #expect(!after.keys.contains { $0.contains(".flick-") }, "\(after)")
      folders.removeAll()
    }
  }

  private func python(_ code: String, _ path: FilePath) throws -> String {
    let output = folders.scratch.file("output")
    let status = try Command.run(
      "python3", ["-c", "import os, sys\n" + code, path.description], standardOutput: output)
    #expect(status == 0)
    defer { unlink(output) }
    return String(decoding: Command.contents(of: output), as: UTF8.self)
  }

  private static let setAttributes = """
    import struct
    path = sys.argv[1]
    os.setxattr(path, 'user.xdg.tags', b'night,bee')
    os.setxattr(path, b'user.\\xff', b'\\0\\1')
    os.setxattr(path, 'user.empty', b'')
    entries = [(1, 6, -1), (2, 4, 1234), (4, 4, -1), (16, 6, -1), (32, 0, -1)]
    acl = struct.pack('<I', 2) + b''.join(struct.pack('<HHi', *entry) for entry in entries)
    os.setxattr(path, 'system.posix_acl_access', acl)
    """

  private static let attributes = """
    path = sys.argv[1]
    names = sorted(os.listxattr(os.fsencode(path)))
    print([(name, os.getxattr(path, name)) for name in names], oct(os.stat(path).st_mode))
    """

  @Test func attributesAndListsOfAccessMoveAlong() throws {
    folders.make("a.mp4", "b.mp4")
    _ = try python(Self.setAttributes, folders.path("a.mp4"))
    chmod(folders.path("b.mp4").description, 0o4751)
    let before = try (
      python(Self.attributes, folders.path("a.mp4")), python(Self.attributes, folders.path("b.mp4"))
    )
    #expect(before.0.contains("night,bee"))
    let batch = folders.moving("a.mp4", "b.mp4")
    var runner = folders.runner()
    #expect(try runner.apply(batch) == 0)
    #expect(try python(Self.attributes, folders.farPath("a.mp4")) == before.0)
    #expect(try python(Self.attributes, folders.farPath("b.mp4")) == before.1)
    #expect(try runner.undo(try #require(folders.last)) == 0)
    #expect(try python(Self.attributes, folders.path("a.mp4")) == before.0)
    #expect(try python(Self.attributes, folders.path("b.mp4")) == before.1)
  }

  /// Dates that do not fit into nanoseconds in 64 bits, as they come back from the records.
  @Test(arguments: [10_000_000_000, 14_000_000_000]) func datesOfTheFarFutureAreKnown(
    _ seconds: Int
  ) throws {
    folders.make("a.mp4", "b.mp4", "c.mp4")
    for name in ["a.mp4", "b.mp4", "c.mp4"] {
      folders.date(folders.path(name), seconds: seconds)
    }
    let before = folders.files
    func saved(_ batch: FileBatch) -> FileBatch {
      var batch = batch
      for index in batch.steps.indices {
        let nanoseconds = batch.steps[index].version.modified.nanosecondsSinceEpoch
        batch.steps[index].version.modified = FileDate(sinceEpoch: nanoseconds)
      }
      return batch
    }
    var runner = folders.runner()
    #expect(try runner.apply(saved(folders.moving("a.mp4", "b.mp4"))) == 0)
    let trash = FileBatch(id: 2, steps: folders.plan("c.mp4").steps)
    let moved = try #require(folders.last)
    #expect(try runner.apply(saved(trash)) == 0)
    #expect(try runner.undo(saved(try #require(folders.last))) == 0)
    #expect(try runner.undo(saved(moved)) == 0)
    #expect(folders.files == before)
    #expect(FileVersion(folders.path("a.mp4"))?.modified.seconds == seconds)
  }

  /// Names that are left behind are told before, for each file.
  @Test func otherNamesAreTold() throws {
    folders.make("a.mp4", "a.srt", "b.mp4")
    link(folders.scratch.file("a.mp4"), folders.scratch.file("other"))
    link(folders.scratch.file("a.srt"), folders.scratch.file("another"))
    let far = ApplyPlan.Rejected.move(.file(FilePath(folders.far.path + "/new/folder")))
    let plan = folders.plan("a.mp4", "b.mp4", rejected: far)
    #expect(plan.notices.map(\.path) == [folders.path("a.mp4"), folders.path("a.srt")])
    #expect(plan.problems == [] && plan.steps.count == 3)
    #expect(folders.plan("a.mp4", rejected: .move(.file(folders.path("to")))).notices == [])
  }

  /// A disk that keeps no attributes, as far as a container's root may mount one.
  @Test func whatADiskCannotKeepStays() throws {
    let disk = folders.scratch.file("disk")
    mkdir(disk, 0o755)
    guard geteuid() == 0, try Command.run("mount", ["-t", "ramfs", "none", disk]) == 0 else {
      return
    }
    defer { _ = try? Command.run("umount", ["-l", disk]) }
    folders.make("a.mp4", "a.srt", "b.mp4")
    _ = try DesktopAttributes.write(Review(tags: ["night"]), to: folders.path("a.srt"))
    var runner = folders.runner()
    let moves = folders.plan("a.mp4", "b.mp4", rejected: .move(.file(FilePath(disk))))
    #expect(try runner.apply(FileBatch(id: 1, steps: moves.steps)) == 1)
    #expect(
      folders.problems.withLock { $0.map(\.words) }
        == ["its attribute user.xdg.tags cannot be kept on this disk"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folders.scratch.path).sorted()
        == ["a.mp4", "a.srt", "disk"])
    #expect(DesktopAttributes.review(of: folders.path("a.srt")).tags == ["night"])
    #expect(try runner.undo(try #require(folders.last)) == 0)
    // Of a copy, nothing is lost.
    folders.problems.withLock { $0 = [] }
    let clips = [ApplyPlan.Clip(folders.path("a.mp4"), Review(verdict: .keep))]
    let copies = ApplyPlan(
      clips, rejected: .trash, kept: .go(.copy, .file(FilePath(disk)), by: .none), homeTrash: nil)
    #expect(try runner.apply(FileBatch(id: 2, steps: copies.steps)) == 0)
    #expect(
      folders.problems.withLock { $0.map(\.words) } == [
        "the copy lacks the attribute user.xdg.tags"
      ])
    #expect(try runner.undo(try #require(folders.last)) == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk) == [])
  }

  /// A date that the other disk does not have.
  @Test func dateThatCannotBeKeptStays() throws {
    let name = "a.mp4"
    folders.write("content", to: folders.farPath(name))
    folders.date(folders.farPath(name), seconds: 60_000_000_000)
    let plan = ApplyPlan(
      [ApplyPlan.Clip(folders.farPath(name), Review(verdict: .reject))],
      rejected: .move(.file(folders.path("to"))), kept: .stay, homeTrash: nil)
    folders.write("", to: folders.path("probe"))
    folders.date(folders.path("probe"), seconds: 60_000_000_000)
    let isKept = FileVersion(folders.path("probe"))?.modified.seconds == 60_000_000_000
    var runner = folders.runner()
    let failures = try runner.apply(FileBatch(id: 1, steps: plan.steps))
    #expect(failures == (isKept ? 0 : 1))
    #expect(try runner.undo(try #require(folders.last)) == 0)
    #expect(folders.text(folders.farPath(name)) == "content")
  }

  /// A pipe or a link in place of the clip is not copied.
  @Test func onlyFilesAreCopied() throws {
    folders.make("a.mp4")
    symlink(folders.scratch.file("a.mp4"), folders.scratch.file("l.mp4"))
    var runner = folders.runner()
    #expect(try runner.apply(folders.moving("l.mp4", "a.mp4")) == 1)
    #expect(folders.files == ["far/a.mp4": "content of a.mp4"])
    #expect(folders.exists(folders.path("l.mp4")))
    #expect(try runner.undo(try #require(folders.last)) == 0)
    #expect(folders.files == ["a.mp4": "content of a.mp4"])
  }

  /// What a killed apply, or a killed undo, has left.
  enum Rest: CaseIterable, Sendable {
    case draft
    case both
    case sourceSetAside
    case draftOfSource
    case targetSetAside
  }

  private func leave(_ rest: Rest) throws {
    let (source, target) = (folders.path("a.mp4"), folders.farPath("a.mp4"))
    let aside = folders.path(".flick-1-0.source")
    func copy() throws {
      _ = try Command.run("cp", ["-a", source.description, target.description])
    }
    switch rest {
    case .draft: folders.write("cont", to: folders.farPath(".flick-1-0.copy"))
    case .both: try copy()
    case .sourceSetAside:
      try copy()
      rename(source.description, aside.description)
    case .draftOfSource:
      _ = try Command.run("mv", [source.description, target.description])
      folders.write("cont", to: folders.path(".flick-1-0.copy"))
    case .targetSetAside:
      try copy()
      rename(target.description, folders.far.file(".flick-1-0.target"))
    }
  }

  @Test(arguments: Rest.allCases, [true, false]) func interruptedMoveIsFinishedOrTakenBack(
    _ rest: Rest, _ finishes: Bool
  ) throws {
    folders.make("a.mp4", "b.mp4")
    let before = folders.files
    let batch = folders.moving("a.mp4", "b.mp4")
    try leave(rest)
    var runner = folders.runner()
    if finishes {
      #expect(try runner.finish(batch) == 0)
      #expect(Set(folders.files.keys) == ["far/a.mp4", "far/b.mp4"])
      #expect(folders.files["far/a.mp4"] == "content of a.mp4")
    }
    #expect(try runner.undo(finishes ? try #require(folders.last) : batch) == 0)
    #expect(folders.files == before && folders.problems.withLock { $0 } == [])
  }

  /// Meanwhile, another program has given the name to a file of its own.
  @Test(arguments: [true, false]) func nameThatIsTakenMeanwhileIsLeftToTheOther(
    _ finishes: Bool
  ) throws {
    folders.make("a.mp4")
    let batch = folders.moving("a.mp4")
    try leave(.sourceSetAside)
    folders.write("other", to: folders.path("a.mp4"))
    var runner = folders.runner()
    if finishes { #expect(try runner.finish(batch) == 0) }
    #expect(try runner.undo(finishes ? try #require(folders.last) : batch) == 1)
    #expect(folders.files == ["a.mp4": "other", "far/a.mp4": "content of a.mp4"])
  }

  /// The copy has changed since: then both stay.
  @Test func fileThatWasSetAsideStaysIfItsCopyIsAnother() throws {
    folders.make("a.mp4")
    let batch = folders.moving("a.mp4")
    try leave(.sourceSetAside)
    folders.write("content of a.mp5", to: folders.farPath("a.mp4"))
    folders.date(folders.farPath("a.mp4"), seconds: 1_700_000_000)
    var runner = folders.runner()
    #expect(try runner.finish(batch) == 1)
    #expect(folders.files == ["a.mp4": "content of a.mp4", "far/a.mp4": "content of a.mp5"])
  }

  /// A clip that is deleted is the one that was planned.
  @Test func onlyWhatWasPlannedIsDeleted() throws {
    folders.make("a.mp4", "b.mp4", "c.mp4")
    let plan = folders.plan("a.mp4", "b.mp4", "c.mp4", rejected: .delete)
    let batch = FileBatch(id: 1, steps: plan.steps)
    var runner = folders.runner()
    let writer = open(folders.scratch.file("a.mp4"), O_WRONLY | O_CLOEXEC)
    folders.write("new", to: folders.path("new"))
    rename(folders.scratch.file("b.mp4"), folders.scratch.file(".flick-1-1.source"))
    rename(folders.scratch.file("new"), folders.scratch.file("b.mp4"))
    #expect(try runner.finish(batch) == 1)
    close(writer)
    #expect(folders.files == ["a.mp4": "content of a.mp4", "b.mp4": "new"])
    #expect(folders.problems.withLock { $0.map(\.words) } == ["another program is writing to it"])
  }
}
