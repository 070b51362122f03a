import Foundation
import Models
import Platform
import TestSupport
import Testing

@testable import Network

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

  /// More folders than are listed at a time, in their order.
  @Test func foldersAreListedSideBySide() throws {
    for index in 0..<20 where index != 7 {
      _ = perform(.makeFolder(path("\(index)")))
      for clip in 0...index { try write("x", "\(index)/\(clip)") }
    }
    let addresses = try (0..<20).map {
      try #require(RemoteAddress("sftp://host\(folder.path)/\($0)"))
    }
    let lists = source.entries(of: addresses, limit: 1_000)
    for (index, list) in lists.enumerated() {
      if index == 7 {
        #expect(list == .failure(.notFound))
      } else {
        #expect(try list.get().count == index + 1)
      }
    }
    // The limit is one for all.
    let some = source.entries(of: addresses, limit: 100)
    #expect(some.contains { (try? $0.get()) != nil } && some.contains { (try? $0.get()) == nil })
    #expect(source.entries(of: [], limit: 1).isEmpty)
  }

  private static let hasOtherDisk =
    (try? FileStatus(FilePath("/dev/shm")).device) != (try? FileStatus(FilePath("/tmp")).device)

  @Test(.enabled(if: hasOtherDisk)) func fileSystemsAreToldApart() throws {
    let shared = try ScratchFolder(in: "/dev/shm")
    let found = perform(
      .fileSystem(FilePath(folder.path)), .fileSystem(path("")), .fileSystem(FilePath(shared.path)),
      .fileSystem(path("none")))
    #expect(found[0] == found[1] && found[0] != found[2] && found[3] == .failure(.notFound))
  }

  // MARK: Other servers

  @Test func serverMayRefuse() throws {
    try write("one", "a")
    let still = SFTPSourceTests.source("exec \(SSHServer.sftpServer) -R -P statvfs", in: folder)
    #expect(
      perform(
        .rename(path("a"), to: path("b")), .remove(path("a")), .makeFolder(path("c")),
        .create(path("d")), .fileSystem(path("a")), from: still)
        == Array(repeating: .failure(.noPermission), count: 4) + [.failure(.unsupported)])
    #expect(text("a") == "one" && still.facts(of: machine)?.hasFileSystems == false)
    still.close()
  }

  @Test func noServerIsAnError() {
    let none = SFTPSourceTests.source("echo 'no route' >&2; exit 255", in: folder)
    let error = WebError.unreachable("no route")
    #expect(
      perform(.remove(path("a")), .remove(path("b")), from: none) == [
        .failure(error), .failure(error),
      ])
    #expect(none.entries(of: machine, limit: 5) == .failure(error))
    #expect(perform(from: none).isEmpty)
    none.close()
    guard case .failure(.unreachable) = perform(.remove(path("a")), from: none)[0] else {
      Issue.record("carried out after the end")
      return
    }
  }

  /// A reply of another kind, and a second reply, end the session: nothing more is believed.
  @Test(arguments: [
    #"\0\0\0\12\146\0\0\0\1\0\0\0\1\7"#,
    #"\0\0\0\11\145\0\0\0\1\0\0\0\0\0\0\0\11\145\0\0\0\1\0\0\0\0"#,
    #"\0\0\0\11\145\0\0\0\3\0\0\0\0"#, #"\0\0\0\4\145\0\0\0"#,
  ])
  func repliesThatBreakTheProtocolAreNone(_ reply: String) {
    let request = SFTPRequest.remove(path("a").bytes)
    let count = SFTPRequest.initialization.count + 2 * request.packet(id: 1).count
    let liar = SFTPSourceTests.source(
      #"printf '\0\0\0\5\2\0\0\0\3'; dd bs=1 count=\#(count) of=/dev/null; "#
        + "printf '\(reply)'; exec sleep 60", in: folder)
    let found = perform(.remove(path("a")), .remove(path("b")), from: liar)
    #expect(found.count == 2 && found[1] == .failure(.nonsense))
    liar.close()
  }

  @Test func lostRequestsAreNotRepeated() throws {
    let requests = (0..<40).map { FarRequest.rename(path("old \($0)"), to: path("new \($0)")) }
    for index in 0..<40 { try write("\(index)", "old \(index)") }
    let limit = 2_000
    // The server of the first connection gets so many bytes; there is no second beside it.
    let source = SFTPSourceTests.source(
      """
      case "$*" in *ControlMaster=no*) exit 255;; esac
      [ ! -e \(folder.file("cut")) ] || exec \(SSHServer.sftpServer)
      : > \(folder.file("cut")); dd bs=1 count=\(limit) status=none | \(SSHServer.sftpServer)
      """, in: folder)
    let found = source.perform(requests, on: machine)
    var end = SFTPRequest.initialization.count + SFTPRequest.limits.packet(id: 1).count
    let arrived = requests.compactMap(SFTPRequest.init).map { request in
      end += request.packet(id: 1).count
      return end <= limit
    }
    #expect(arrived.contains(true) && arrived.contains(false))
    // Another connection, which nothing is sent over but this.
    let after = source.perform([.look(path("old 39"))], on: machine)
    guard case .success(.entry) = after[0] else {
      Issue.record("\(after)")
      return
    }
    for index in 0..<40 {
      let exists = { (name: String) in access(self.folder.file("\(name) \(index)"), F_OK) == 0 }
      #expect(blockUntil { exists("old") != exists("new") })
      switch found[index] {
      case .success(.done): #expect(arrived[index] && exists("new"))
      default: #expect(found[index] == .failure(.brokenOff) && (arrived[index] || exists("old")))
      }
    }
    source.close()
  }

  @Test func endOfTheSourceEndsWaiting() async {
    let silent = SFTPSourceTests.source(
      #"printf '\0\0\0\5\2\0\0\0\3'; : > \#(folder.file("begun")); exec sleep 60"#, in: folder)
    let (machine, path) = (machine, path("a"))
    async let changed = onThread(named: "change") { silent.perform([.remove(path)], on: machine) }
    async let listed = onThread(named: "list") { silent.entries(of: machine, limit: 5) }
    #expect(await eventually { access(folder.file("begun"), F_OK) == 0 })
    await onThread(named: "close") { silent.close() }
    let (first, second) = await (changed, listed)
    for error in [first[0].failure, second.failure] {
      // It may not have begun.
      switch error {
      case .brokenOff, .unreachable: break
      default: Issue.record("\(first), \(second)")
      }
    }
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
