import Foundation
import Models
import Network
import Platform
import TestSupport
import Testing

/// Moving files on a real server, without a network: OpenSSH's, in the place of `ssh`.
@Suite final class SFTPFarFilesTests {
  private let folder: ScratchFolder
  private let source: SFTPSource
  private let machine: RemoteAddress

  init() throws {
    folder = try ScratchFolder()
    source = SFTPSourceTests.source("exec \(SSHServer.sftpServer)", in: folder)
    machine = try #require(RemoteAddress("sftp://host/"))
  }

  deinit {
    source.close()
  }

  private func path(_ name: String) -> FilePath { FilePath(folder.file(name)) }

  private func perform(
    _ requests: FarRequest..., from source: SFTPSource? = nil
  ) -> [Result<FarReply, WebError>] {
    (source ?? self.source).perform(requests, on: machine)
  }

  private func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
  }

  private func text(_ name: String) -> String {
    String(decoding: Command.contents(of: folder.file(name)), as: UTF8.self)
  }

  @Test func nothingIsOverwritten() throws {
    try write("one", "a")
    try write("two", "b")
    let failure = Result<FarReply, WebError>.failure(.refused("the server says: Failure"))
    #expect(perform(.rename(path("a"), to: path("b"))) == [failure])
    #expect(text("a") == "one" && text("b") == "two")
    #expect(
      perform(.create(path("c")), .create(path("c")), .create(path("a")), .remove(path("c")))
        == [.success(.done), failure, failure, .success(.done)])
    #expect(text("a") == "one" && access(folder.file("c"), F_OK) != 0)
  }

  @Test func foldersAreMadeAndPathsLookedAt() throws {
    try write("12345", "clip 1.mp4")
    #expect(symlink("clip 1.mp4", folder.file("link")) == 0)
    let found = perform(
      .makeFolder(path("new")), .makeFolder(path("new")), .look(path("new")), .look(path("none")),
      .look(path("clip 1.mp4")), .look(path("link")), .resolve(path("new/../link")),
      .resolve(FilePath(".")))
    #expect(found.count == 8 && found[0] == .success(.done))
    #expect(found[1] == .failure(.refused("the server says: Failure")))
    let entries = [2, 4, 5].compactMap { index -> FolderEntry? in
      if case .success(.entry(let entry)) = found[index] { entry } else { nil }
    }
    #expect(entries.map(\.kind) == [.folder, .file, .link])
    #expect(entries.map(\.name) == ["new", "clip 1.mp4", "link"].map { Array($0.utf8) })
    #expect(entries[1].size == 5 && entries.allSatisfy { $0.modified ?? 0 > 0 })
    #expect(found[3] == .failure(.notFound))
    let real = try #require(realpath(folder.file("clip 1.mp4"), nil))
    defer { free(real) }
    #expect(found[6] == .success(.path(FilePath(String(cString: real)))))
    #expect(found[7] == .success(.path(try FilePath.current)))
    var status = stat()
    #expect(stat(folder.file("new"), &status) == 0 && status.st_mode & 0o777 == 0o700)
  }

  @Test func twoHundredAreRenamedInTheirOrder() throws {
    try write("x", "0")
    // Each takes the file that the one before has moved.
    let requests = (0..<200).map { FarRequest.rename(path("\($0)"), to: path("\($0 + 1)")) }
    let found = source.perform(requests, on: machine)
    #expect(found.count == 200 && found.allSatisfy { $0 == .success(.done) })
    #expect(text("200") == "x" && access(folder.file("0"), F_OK) != 0)
  }

  @Test func folderIsListedUpToALimit() throws {
    for index in 0..<3 { try write("x", "clip \(index)") }
    let address = try #require(RemoteAddress("sftp://host\(folder.path)"))
    let all = try source.entries(of: address, limit: 100).get()
    let clips = all.filter { $0.name.starts(with: "clip".utf8) }
    #expect(clips.count == 3 && clips.allSatisfy { $0.kind == .file && $0.size == 1 })
    #expect(try source.entries(of: address, limit: all.count).get().count == all.count)
    #expect(
      source.entries(of: address, limit: all.count - 1)
        == .failure(.refused("the folder has too many files.")))
    let none = try #require(RemoteAddress("sftp://host\(folder.path)/none"))
    #expect(source.entries(of: none, limit: 5) == .failure(.notFound))
  }

  @Test func fileSystemsAreToldApart() throws {
    let shared = try ScratchFolder(in: "/dev/shm")
    let found = perform(
      .fileSystem(FilePath(folder.path)), .fileSystem(path("")), .fileSystem(FilePath(shared.path)),
      .fileSystem(path("none")))
    #expect(found[0] == found[1] && found[0] != found[2] && found[3] == .failure(.notFound))
  }
}
