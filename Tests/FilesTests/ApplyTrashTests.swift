import Foundation
import Glibc
import Models
import Platform
import TestSupport
import Testing

@testable import Files

/// What a trash is trusted with, and what is said in it.
@Suite struct ApplyTrashTests {
  let folders: ApplyFolders

  init() throws {
    folders = try ApplyFolders()
  }

  private var info: FilePath { folders.path("home/Trash/info/a.mp4.trashinfo") }

  private func finish(_ batch: FileBatch) throws -> Int {
    var runner = folders.runner()
    return try runner.finish(batch)
  }

  /// As an earlier version left it when it was killed while it wrote.
  @Test(arguments: 0..<5) func partialInformationBlocksNothing(_ quarter: Int) throws {
    folders.make("a.mp4")
    let batch = FileBatch(id: 1, steps: folders.plan("a.mp4").steps)
    let whole =
      "[Trash Info]\nPath=\(folders.scratch.path)/a.mp4\nDeletionDate=2026-05-31T12:00:00\n"
    let partial = String(whole.prefix(whole.count * quarter / 4))
    folders.write(partial, to: info)
    #expect(try finish(batch) == 0)
    #expect(folders.text(folders.path("home/Trash/files/a.mp4")) == "content of a.mp4")
    let lines = try #require(folders.text(info)).split(separator: "\n")
    #expect(lines.count == 3 && lines[1] == "Path=\(folders.scratch.path)/a.mp4")
    var runner = folders.runner()
    #expect(try runner.undo(batch) == 0)
    #expect(folders.files == ["a.mp4": "content of a.mp4"])
    // Taken back before it was whole.
    folders.write(partial, to: info)
    #expect(try runner.undo(batch) == 0)
    #expect(folders.files == ["a.mp4": "content of a.mp4"])
  }

  /// What another program has put there in the meantime stays.
  @Test func informationOfOthersStays() throws {
    folders.make("a.mp4")
    let batch = FileBatch(id: 1, steps: folders.plan("a.mp4").steps)
    let others = "[Trash Info]\nPath=/somewhere/a.mp4\nDeletionDate=2026-05-31T12:00:00\n"
    folders.write(others, to: info)
    var runner = folders.runner()
    #expect(try runner.apply(batch) == 1)
    #expect(folders.text(info) == others && folders.exists(folders.path("a.mp4")))
    #expect(try finish(batch) == 1)
    #expect(folders.text(info) == others && folders.exists(folders.path("a.mp4")))
    #expect(try runner.undo(batch) == 0)
    #expect(folders.text(info) == others && folders.exists(folders.path("a.mp4")))
  }

  /// A medium that somebody else has made must not lead out of itself.
  @Test(arguments: ["files", "info", ""]) func trashThatIsALinkIsNotUsed(_ name: String) throws {
    folders.make("disk/a.mp4", "elsewhere/files/x", "elsewhere/info/x")
    let top = folders.path("disk")
    let trash = folders.path("disk/.Trash-\(getuid())")
    if !name.isEmpty { mkdir(trash.description, 0o700) }
    let link = name.isEmpty ? trash : trash.appending(FilePath(name))
    symlink(folders.scratch.file("elsewhere/\(name)"), link.description)
    let found = try TrashFolder(for: folders.path("disk/a.mp4"), home: nil, top: top)
    #expect(found.files == folders.path("disk/.rejected"))
  }

  @Test func trashOfAnotherUserIsNotUsed() throws {
    guard geteuid() == 0 else { return }
    folders.make("disk/a.mp4")
    let files = folders.path("disk/.Trash-0/files")
    files.makeFolder()
    chown(files.description, 1234, 1234)
    let found = try TrashFolder(
      for: folders.path("disk/a.mp4"), home: nil, top: folders.path("disk"))
    #expect(found.files == folders.path("disk/.rejected"))
  }
}
