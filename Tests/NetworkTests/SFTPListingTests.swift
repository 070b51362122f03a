import Models
import TestSupport
import Testing

@testable import Network

@Suite struct SFTPListingTests {
  private static let path = Array("/clips".utf8)

  private func name(_ name: String, _ mode: UInt32? = 0o100644, size: Int64? = 5) -> SFTPName {
    SFTPName(
      name: Array(name.utf8), attributes: SFTPAttributes(size: size, mode: mode, modified: 7))
  }

  private struct Outcome {
    var entries: [FolderEntry] = []
    var listing: SFTPListing
    var server: SFTPServerModel
    var mostUnderWay = 0
  }

  /// Lists a folder, whose replies come one by one, in random order if there is a seed.
  private func list(
    _ names: [SFTPName], seed: UInt64? = nil, cancelAfter: Int = .max
  ) throws -> Outcome {
    var generator = SeededGenerator(seed: seed ?? 0)
    var server = SFTPServerModel()
    server.folders[Self.path] = names
    var session = SFTPSession()
    var outcome = Outcome(listing: SFTPListing(Self.path), server: server)
    var steps = 0
    while !outcome.listing.isOver {
      if session.isReady {
        while let request = outcome.listing.request(isHungry: true) {
          _ = session.send(request, for: 1, at: 0)
        }
      }
      try server.take(session.output)
      session.output = []
      outcome.mostUnderWay = max(outcome.mostUnderWay, server.replies.count)
      if steps == cancelAfter { outcome.listing.cancel() }
      steps += 1
      guard !server.replies.isEmpty else { break }
      let bytes =
        seed == nil
        ? server.send(most: 1) : server.send(shuffledBy: &generator, most: 1)
      for answer in try session.receive(bytes, at: 0) {
        outcome.entries += outcome.listing.take(answer.reply)
      }
    }
    outcome.server = server
    return outcome
  }

  @Test(arguments: [nil, 1, 2, 3, 4, 5] as [UInt64?])
  func namesAreListedAndTheFolderIsClosed(_ seed: UInt64?) throws {
    let names = (0..<100).map { name("clip \($0).mp4") }
    let outcome = try list(names, seed: seed)
    #expect(Set(outcome.entries.map(\.name)) == Set(names.map(\.name)))
    #expect(outcome.entries.count == 100 && outcome.listing.failure == nil)
    #expect(outcome.server.openHandles.isEmpty && outcome.mostUnderWay == 16)
  }

  /// Of one that is asked for ahead, no more is under way than a small folder needs.
  @Test func listThatNobodyWaitsForHasTwoReads() {
    var listing = SFTPListing(Self.path)
    #expect(listing.request(isHungry: true, isAwaited: false) == .opendir(Self.path))
    _ = listing.take(.handle([1]))
    var count = 0
    while listing.request(isHungry: true, isAwaited: false) != nil { count += 1 }
    #expect(count == 2)
    while listing.request(isHungry: true) != nil { count += 1 }
    #expect(count == 16)
  }

  @Test func kindsAreThoseOfTheMode() throws {
    let outcome = try list([
      name("file"), name("folder", 0o040755), name("link", 0o120777), name("pipe", 0o010644),
      name("unknown", nil, size: nil),
    ])
    #expect(
      outcome.entries == [
        FolderEntry(name: Array("file".utf8), kind: .file, size: 5, modified: 7),
        FolderEntry(name: Array("folder".utf8), kind: .folder, size: 5, modified: 7),
        FolderEntry(name: Array("link".utf8), kind: .link, size: 5, modified: 7),
        FolderEntry(name: Array("pipe".utf8), kind: .other, size: 5, modified: 7),
        FolderEntry(name: Array("unknown".utf8), kind: .link, modified: 7),
      ])
  }

  @Test func namesThatAreNoneAreDropped() throws {
    let hostile = [
      "", ".", "..", "a/b", "/etc/passwd", "../x", "a\0b", String(repeating: "n", count: 1_025),
    ]
    let outcome = try list(hostile.map { name($0) } + [name("...")])
    #expect(outcome.entries.map(\.name) == [Array("...".utf8)])
  }

  @Test func endlessFolderEnds() {
    var listing = SFTPListing(Self.path, limit: 1_000)
    _ = listing.request(isHungry: true)
    _ = listing.take(.handle([1]))
    var count = 0
    while listing.request(isHungry: true) == .readdir(handle: [1]) {
      let more = listing.take(.name([]))
      #expect(more.isEmpty)
      count += 1
    }
    #expect(count == 1_001)
    #expect(listing.failure == .refused("the folder has too many files."))
  }

  @Test(arguments: 0..<12) func cancelledListingIsClosed(_ steps: Int) throws {
    let outcome = try list((0..<30).map { name("\($0)") }, cancelAfter: steps)
    #expect(outcome.listing.isOver && outcome.server.openHandles.isEmpty)
  }

  @Test func missingFolderIsAnError() throws {
    var listing = SFTPListing(Self.path)
    #expect(listing.request(isHungry: true) == .opendir(Self.path))
    #expect(listing.take(.status(SFTPStatus(code: .noSuchFile))).isEmpty)
    #expect(listing.isOver && listing.failure == .notFound)
  }

  @Test func pausedListingRequestsNothing() {
    var listing = SFTPListing(Self.path)
    _ = listing.request(isHungry: true)
    _ = listing.take(.handle([1]))
    #expect(listing.request(isHungry: false) == nil)
  }
}
