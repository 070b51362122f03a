import Glibc
import Models
import TestSupport
import Testing

@testable import Files

/// Which folders a batch is about, and that what is planned leads where it seems to.
@Suite struct BatchPlacesTests {
  let folders: ApplyFolders

  init() throws {
    folders = try ApplyFolders()
    folders.make("clips/a.mp4", "clips2/b.mp4", "trash/x")
    symlink(folders.scratch.file("clips"), folders.scratch.file("link"))
  }

  private func isOnly(_ source: String, to target: String = "trash/a", in places: String...) -> Bool
  {
    let step = FileStep(
      .trash, clip: 0, folders.path(source), to: folders.path(target),
      version: FileVersion(modified: FileDate(seconds: 1), size: 1))
    return FileBatch(id: 1, steps: [step]).isOnly(
      in: places.compactMap { folders.path($0).resolved })
  }

  @Test func batchesAreOfWholeFolders() {
    #expect(isOnly("clips/a.mp4", in: "clips"))
    #expect(isOnly("clips/gone/a.mp4", in: "clips"))
    #expect(isOnly("clips/a.mp4", in: "link"))
    #expect(isOnly("clips/a.mp4", in: "clips2", "clips"))
    #expect(isOnly("clips/a.mp4", in: "clips/a.mp4"))
    #expect(isOnly("clips/a.mp4", in: "/"))
    #expect(!isOnly("clips2/b.mp4", in: "clips"))
    #expect(!isOnly("clips/a.mp4", in: "clips2"))
    #expect(!isOnly("clips/../clips2/b.mp4", in: "clips"))
    #expect(!isOnly("link/a.mp4", in: "clips"))
    #expect(!isOnly("clips/a.mp4", to: "clips2/../trash/a", in: "clips"))
    #expect(!isOnly("clips/a.mp4", to: "link/a", in: "clips"))
    #expect(!isOnly("clips/a.mp4", in: "nowhere"))
  }

  /// An address may start at the home folder, or lead through links: of files there, the machine counts.
  @Test func batchesThereAreOfWholeMachines() throws {
    let place = try #require(RemoteAddress("sftp://nas/~/clips/"))
    func isOnly(_ source: String, on machine: String) throws -> Bool {
      let step = FileStep(
        .delete, clip: 0, on: RemoteAddress(machine), FilePath(source),
        version: FileVersion(modified: FileDate(seconds: 1), size: 1))
      return FileBatch(id: 1, steps: [step]).isOnly(in: [FilePath("/")], machines: [place])
    }
    #expect(try isOnly("/home/ada/clips/a.mp4", on: "sftp://nas/"))
    #expect(try !isOnly("/home/ada/clips/../a.mp4", on: "sftp://nas/"))
    #expect(try !isOnly("/home/ada/clips/a.mp4", on: "sftp://ada@nas/"))
    #expect(try !isOnly("/home/ada/clips/a.mp4", on: "sftp://pi/"))
  }

  @Test func planResolvesLinksAndDots() {
    func target(_ folder: String, of clip: String = "link/a.mp4") -> FilePath? {
      folders.plan(clip, rejected: .move(.file(folders.path(folder)))).steps.first?.target
    }
    #expect(target("link") == nil)
    #expect(target("trash") == folders.path("trash/a.mp4"))
    #expect(target("clips/../new/deep") == folders.path("new/deep/a.mp4"))
    #expect(target("new/../other/./x") == folders.path("other/x/a.mp4"))
    #expect(target("link/new") == folders.path("clips/new/a.mp4"))
    #expect(folders.plan("link/a.mp4").steps.first?.source == folders.path("clips/a.mp4"))
  }
}
