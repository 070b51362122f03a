import Foundation
import Glibc
import Models
import Platform
import TestSupport
import Testing

@testable import Files

/// Batches that were tampered with: of what they name, nothing is touched that was not planned.
@Suite struct HostileBatchTests {
  let folders: ApplyFolders
  private let time = FileDate(seconds: 1_700_000_000)

  init() throws {
    folders = try Self.folders(in: ApplyFolders.hasOtherDisk ? "/dev/shm" : nil)
  }

  private static func folders(in near: String?) throws -> ApplyFolders {
    let folders = try ApplyFolders(in: near)
    folders.make(
      "a.mp4", "victim", "sub/b.mp4", "home/Trash/files/x", "home/Trash/info/x.trashinfo")
    symlink(folders.scratch.file("sub"), folders.scratch.file("link"))
    return folders
  }

  private static let wrongPaths = [
    "a.mp4", "./a.mp4", "/", "", "HERE/../HERE/a.mp4", "HERE/./a.mp4", "HERE//a.mp4", "HERE/a.mp4/",
    "HERE/sub/../a.mp4", "HERE/a.mp4\0x", "/proc/self/cwd/a.mp4", "HERE/link/b.mp4",
    "HERE/a.mp4/below", "HERE/..", "HERE/.",
  ]

  private func path(_ text: String) -> FilePath {
    guard text.hasPrefix("HERE") else { return FilePath(text) }
    return FilePath(folders.scratch.path + text.dropFirst(4))
  }

  /// Tries each way to run a batch; nothing may change.
  private func expectNothingHappens(
    _ steps: [FileStep],
    _ states: [FileBatch.State] = [.applying, .applied, .undoing, .partlyUndone]
  ) throws {
    let before = folders.files
    let fresh = folders.runner()
    for state in states {
      for stepState in [FileStep.State.planned, .done] {
        var batch = FileBatch(id: 1, state: state, steps: steps)
        for index in batch.steps.indices { batch.steps[index].state = stepState }
        var runner = fresh
        if state == .applying, stepState == .planned { _ = try runner.apply(batch) }
        _ = try runner.finish(batch)
        _ = try runner.undo(batch)
        #expect(folders.files == before, "\(steps) \(state) \(stepState)")
      }
    }
  }

  private func version(of name: String) -> FileVersion {
    FileVersion(modified: time, size: "content of \(name)".utf8.count)
  }

  @Test(arguments: wrongPaths, FileStep.Kind.allCases) func wrongPathsLeadNowhere(
    _ text: String, _ kind: FileStep.Kind
  ) throws {
    let wrong = path(text)
    for version in [version(of: "a.mp4"), version(of: "sub/b.mp4")] {
      let fine = folders.path("new")
      let steps =
        kind == .delete
        ? [FileStep(.delete, clip: 0, wrong, version: version)]
        : [
          FileStep(kind, clip: 0, wrong, to: fine, version: version),
          FileStep(kind, clip: 1, fine, to: wrong, version: version),
          FileStep(kind, clip: 2, folders.path("a.mp4"), to: wrong, version: version),
        ]
      for step in steps { try expectNothingHappens([step]) }
    }
  }

  /// A disk is not waited for that has nothing to do with the batch.
  @Test(arguments: ["a.mp4", "/proc/self/cwd/a.mp4", "HERE/link/b.mp4"])
  func refusedStepsFlushNothing(_ text: String) {
    let step = FileStep(
      .move, clip: 0, path(text), to: folders.path("new"), version: version(of: "a.mp4"))
    let runner = StepRunner(
      step: step, sideName: ".flick-1-0", date: "", isResumed: false, report: { _ in },
      reached: { _ in })
    #expect(runner.folders == [])
  }

  /// What was not planned is not touched, whatever the names are.
  @Test(arguments: FileStep.Kind.allCases) func otherFilesAreLeftAlone(
    _ kind: FileStep.Kind
  ) throws {
    let (source, victim) = (folders.path("a.mp4"), folders.path("victim"))
    let target = kind == .delete ? nil : folders.path("new")
    let wrong = [
      FileVersion(modified: time, size: 1),
      FileVersion(modified: FileDate(seconds: 1_700_000_003), size: "content of a.mp4".utf8.count),
    ]
    for version in wrong {
      try expectNothingHappens([FileStep(kind, clip: 0, source, to: target, version: version)])
    }
    guard kind != .delete else { return }
    // Both are there: nothing is overwritten, and nothing removed.
    try expectNothingHappens([
      FileStep(kind, clip: 0, source, to: victim, version: version(of: "a.mp4"))
    ])
    try expectNothingHappens([
      FileStep(kind, clip: 0, source, to: source, version: version(of: "a.mp4"))
    ])
    try expectNothingHappens([FileStep(kind, clip: 0, source, version: version(of: "a.mp4"))])
    try expectNothingHappens([
      FileStep(.delete, clip: 0, source, to: folders.path("new"), version: version(of: "a.mp4"))
    ])
  }

  /// The information of a trash follows from the file in it, and stays if it is about another one.
  @Test func informationOfOtherFilesStays() throws {
    let info = folders.text(folders.path("home/Trash/info/x.trashinfo"))
    let step = FileStep(
      .trash, clip: 0, folders.path("gone"), to: folders.path("home/Trash/files/x"),
      version: FileVersion(modified: time, size: 1))
    try expectNothingHappens([step])
    // Where the file has gone, too.
    unlink(folders.scratch.file("home/Trash/files/x"))
    try expectNothingHappens([step])
    #expect(folders.text(folders.path("home/Trash/info/x.trashinfo")) == info)
  }

  /// Names that a step uses for a moment, and that others have taken.
  @Test(
    .enabled(if: ApplyFolders.hasOtherDisk),
    arguments: ["copy", "source", "target"], ["file", "folder", "link", "dangling"])
  func namesInUseAreOthers(_ suffix: String, _ what: String) throws {
    let folders = try Self.folders(in: nil)
    let batch = FileBatch(id: 1, steps: folders.moving("a.mp4").steps)
    let name = ".flick-1-0.\(suffix)"
    for folder in [folders.scratch, folders.far] {
      let planted = folder.file(name)
      switch what {
      case "file": folders.write("planted", to: FilePath(planted))
      case "folder": mkdir(planted, 0o755)
      case "link": symlink(folders.scratch.file("victim"), planted)
      default: symlink(folders.scratch.file("created"), planted)
      }
    }
    var runner = folders.runner()
    _ = try runner.apply(batch)
    _ = try runner.undo(try #require(folders.last))
    #expect(folders.text(folders.path("victim")) == "content of victim")
    #expect(!folders.exists(folders.path("created")))
    let found = folders.files.values
    #expect(found.contains("content of a.mp4"))
  }
}
