import Models
import TestSupport
import Testing

@testable import LibAV

@Suite struct SidecarFoldersTests {
  private func names(_ folders: SidecarFolders, in path: String) -> [String] {
    folders.names(in: FilePath(path)).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func changedFolderIsReloaded() throws {
    let folder = try ScratchFolder()
    let other = try ScratchFolder()
    let folders = SidecarFolders()
    func touch(_ arguments: String...) throws {
      #expect(try Command.run("touch", arguments) == 0)
    }
    try touch(folder.file("b.srt"), folder.file("a.VTT"), folder.file("a.mp4"))
    #expect(names(folders, in: folder.path) == ["a.VTT", "b.srt"])
    // One that changed a moment ago is not relied on.
    try touch(folder.file("c.ass"))
    #expect(names(folders, in: folder.path) == ["a.VTT", "b.srt", "c.ass"])
    try touch("-d", "2020-01-01", folder.path)
    #expect(names(folders, in: folder.path).count == 3)
    // With the same time and size, it is not read again. On some file systems, the size of a folder
    // depends on its names.
    #expect(try Command.run("mv", [folder.file("b.srt"), folder.file("d.srt")]) == 0)
    try touch("-d", "2020-01-01", folder.path)
    #expect(names(folders, in: folder.path) == ["a.VTT", "b.srt", "c.ass"])
    try touch("-d", "2021-01-01", folder.path)
    #expect(names(folders, in: folder.path) == ["a.VTT", "c.ass", "d.srt"])
    #expect(names(folders, in: other.path).isEmpty)
    #expect(names(folders, in: folder.path) == ["a.VTT", "c.ass", "d.srt"])
    #expect(names(folders, in: folder.file("missing")).isEmpty)
    #expect(names(folders, in: folder.file("a.mp4")).isEmpty)
  }
}
