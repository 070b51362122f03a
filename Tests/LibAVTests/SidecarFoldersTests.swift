import Models
import TestSupport
import Testing

@testable import LibAV

@Suite struct SidecarFoldersTests {
  private func names(_ folders: SidecarFolders, in path: String) -> [String] {
    folders.names(in: FilePath(path)).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func aFolderIsReadAgainOnceItHasChanged() throws {
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
    // With its old time it passes for the same.
    try touch(folder.file("d.srt"))
    try touch("-d", "2020-01-01", folder.path)
    #expect(names(folders, in: folder.path).count == 3)
    try touch("-d", "2021-01-01", folder.path)
    #expect(names(folders, in: folder.path).count == 4)
    #expect(names(folders, in: other.path).isEmpty)
    #expect(names(folders, in: folder.path).count == 4)
    #expect(names(folders, in: folder.file("missing")).isEmpty)
    #expect(names(folders, in: folder.file("a.mp4")).isEmpty)
  }
}
