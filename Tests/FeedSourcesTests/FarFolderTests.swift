import Clients
import FeedCore
import FeedSources
import Models
import Network
import Platform
import TestSupport
import Testing

/// Folders on other machines.
@Suite struct FarFolderTests {
  /// A machine with folders, by the paths of their addresses.
  private final class Machine: FolderSource {
    private struct Transfer: WebTransfer {
      func resume() {}
      func cancel() {}
    }

    let folders: Lock<[String: [FolderEntry]]>
    let asked = Lock<[String]>([])
    /// Answers for folders it does not have.
    let others: @Sendable (String) -> [FolderEntry]?

    init(
      _ folders: [String: [FolderEntry]],
      others: @escaping @Sendable (String) -> [FolderEntry]? = { _ in nil }
    ) {
      self.folders = Lock(folders)
      self.others = others
    }

    func list(_ folder: RemoteAddress, to receiver: any FolderReceiver) -> any WebTransfer {
      asked.withLock { $0.append(folder.target) }
      guard let entries = folders.withLock({ $0[folder.target] }) ?? others(folder.target) else {
        receiver.end(.failure(.notFound))
        return Transfer()
      }
      // In batches of two.
      var rest = entries[...]
      while !rest.isEmpty {
        guard receiver.take(Array(rest.prefix(2))) == .more else {
          receiver.end(.enough)
          return Transfer()
        }
        rest = rest.dropFirst(2)
      }
      receiver.end(.complete)
      return Transfer()
    }

    func look(at address: RemoteAddress, to receiver: any FolderReceiver) -> any WebTransfer {
      let isFile = address.target.hasSuffix("/file")
      if isFile { _ = receiver.take([FolderEntry(name: Array("file".utf8), kind: .file)]) }
      receiver.end(isFile ? .complete : .failure(.notFound))
      return Transfer()
    }
  }

  private func entry(_ name: String, _ kind: FolderEntry.Kind = .file) -> FolderEntry {
    FolderEntry(name: Array(name.utf8), kind: kind)
  }

  /// Opens addresses as arguments, and reads the feed to its end.
  private func names(
    _ machine: Machine, _ addresses: String..., change: (inout FeedOptions) -> Void = { _ in }
  ) async throws -> [String] {
    let opening = try open(addresses.map { FilePath($0) }) {
      $0.openFolder = { FarFolder($0, from: machine) }
      change(&$0)
    }
    let items = await ReadFeed(opening).items
    return items.map { $0.name(in: FilePath("/")).replacing("sftp://nas/", with: "") }
  }

  private var home: Machine {
    Machine([
      "/~/clips": [
        entry("b10.mp4"), entry("b9.mp4"), entry("z", .folder), entry("notes.txt"),
        entry(".hidden.mp4"), entry(".git", .folder), entry("a b#1.mkv"), entry("pipe.mp4", .other),
        entry("link.mp4", .link), entry("loop", .link), entry("m 1", .folder),
      ],
      "/~/clips/z": [entry("c.mp4"), entry("empty", .folder)],
      "/~/clips/z/empty": [],
      "/~/clips/m%201": [entry("é.webm")],
      "/~/clips/.git": [entry("x.mp4")],
    ])
  }

  @Test func folderIsReadLikeOneHere() async throws {
    let wanted = [
      "~/clips/a%20b%231.mkv", "~/clips/b9.mp4", "~/clips/b10.mp4", "~/clips/link.mp4",
      "~/clips/m%201/%C3%A9.webm", "~/clips/z/c.mp4",
    ]
    #expect(try await names(home, "sftp://nas/~/clips") == wanted)
    #expect(
      try await names(home, "sftp://nas/~/clips") { $0.isReversed = true } == wanted.reversed())
    #expect(
      try await names(home, "sftp://nas/~/clips") { $0.includesHidden = true } == [
        "~/clips/.hidden.mp4", "~/clips/a%20b%231.mkv", "~/clips/b9.mp4", "~/clips/b10.mp4",
        "~/clips/link.mp4", "~/clips/.git/x.mp4", "~/clips/m%201/%C3%A9.webm", "~/clips/z/c.mp4",
      ])
  }

  @Test func itsItemsHaveTitlesAndSections() async throws {
    let machine = home
    let opening = try open([FilePath("sftp://nas/~/clips")]) {
      $0.openFolder = { FarFolder($0, from: machine) }
    }
    let feed = await ReadFeed(opening)
    #expect(feed.items.map(\.title.string).prefix(2) == ["a b#1.mkv", "b9.mp4"])
    let sections = await feed.client.sections(.none)
    #expect(sections.count == 3)
  }

  @Test func folderIsReadOnce() async throws {
    let machine = home
    _ = try await names(machine, "sftp://nas/~/clips", "sftp://nas/~/clips", "sftp://nas/~/clips/z")
    #expect(
      machine.asked.withLock { $0 } == [
        "/~/clips", "/~/clips/m%201", "/~/clips/z", "/~/clips/z/empty",
      ])
  }

  @Test func clipsAndFilesThatAreNamedAreClips() async throws {
    let machine = home
    #expect(
      try await names(machine, "sftp://nas/a.mp4", "sftp://nas/file") == ["a.mp4", "file"])
    #expect(machine.asked.withLock { $0 } == ["/file"])
  }

  @Test func unreadableFolderIsACardIfItWasNamed() async throws {
    let machine = home
    machine.folders.withLock { $0["/~/clips/z"] = nil }
    let found = try await names(machine, "sftp://nas/gone", "sftp://nas/~/clips")
    #expect(found.first == "[\(FeedError.Reason.notFound)]")
    #expect(found.last == "~/clips/m%201/%C3%A9.webm" && found.count == 6)
  }

  @Test func endlessFoldersEnd() async throws {
    let machine = Machine([:]) { path in
      [
        FolderEntry(name: Array("a".utf8), kind: .folder),
        FolderEntry(name: Array("c.mp4".utf8), kind: .file),
      ]
    }
    #expect(try await names(machine, "sftp://nas/").count == 64)
    #expect(machine.asked.withLock { $0.count } == 64)
  }

  @Test(arguments: ["", ".", "..", "a/b.mp4", "../c.mp4", "/d.mp4", "e\0.mp4"])
  func namesThatLeadElsewhereAreSkipped(_ name: String) async throws {
    let machine = Machine([
      "/": [entry(name), entry(name, .folder), entry("ok.mp4")]
    ])
    #expect(try await names(machine, "sftp://nas/") == ["ok.mp4"])
    #expect(machine.asked.withLock { $0 } == ["/"])
  }

  /// As the first reading, a refresh goes on without a subfolder that cannot be read.
  @Test func refreshSkipsUnreadableSubfolders() async throws {
    let machine = home
    machine.folders.withLock { $0["/~/clips/m%201"] = nil }
    let opening = try open([FilePath("sftp://nas/~/clips")]) {
      $0.openFolder = { FarFolder($0, from: machine) }
    }
    let feed = await ReadFeed(opening)
    #expect(feed.items.count == 5)
    machine.folders.withLock { $0["/~/clips/z"]?.append(entry("d.mp4")) }
    try await feed.client.refresh().get()
    #expect(try await feed.client.names(.init(.start, limit: 9), in: FilePath("/")).count == 6)
  }

  /// What a server makes of the names of folders is kept for each of them.
  @Test func addressesOfFoldersHaveALongestLength() async throws {
    let long = String(repeating: "a", count: 250)
    let machine = Machine([:]) { [entry = entry(long, .folder)] _ in [entry] }
    #expect(try await names(machine, "sftp://nas/").isEmpty)
    #expect(machine.asked.withLock { $0.count } == 33)
  }

  @Test func refreshFindsWhatIsNew() async throws {
    let machine = home
    let opening = try open([FilePath("sftp://nas/~/clips/z")]) {
      $0.openFolder = { FarFolder($0, from: machine) }
    }
    let feed = await ReadFeed(opening)
    #expect(feed.items.count == 1)
    machine.folders.withLock { $0["/~/clips/z"]?.append(entry("d.mp4")) }
    try await feed.client.refresh().get()
    #expect(try await feed.client.names(.init(.start, limit: 9), in: FilePath("/")).count == 2)
  }
}
