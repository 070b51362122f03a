import Clients
import FeedCore
import FeedSources
import Models
import Platform
import TestSupport
import Testing

@Suite struct LargeFolderTests {
  private func make(_ count: Int, in folder: TemporaryFolder) throws {
    let script = "cd \"$1\"; seq -f 'clip %g.mp4' \"$0\" | xargs -d '\\n' touch --"
    #expect(try Command.run("sh", ["-c", script, "\(count)", "\(folder.path)"]) == 0)
  }

  @Test(arguments: [10, 900, 10_000])
  func everyEntryIsListedOnce(_ count: Int) async throws {
    let folder = try TemporaryFolder()
    try make(count, in: folder)
    let open = try folder.path.withCString { try OpenFolder($0) }
    var entries = FolderEntries(open)
    entries.readRest()
    var names: [String] = []
    entries.visit { name, kind in
      if kind == .file { names.append(String(decoding: name, as: UTF8.self)) }
    }
    #expect(names.count == count)
    #expect(Set(names) == Set((1...count).map { "clip \($0).mp4" }))
  }

  @Test func firstOfManyIsTheSmallest() async throws {
    let folder = try TemporaryFolder()
    try make(8_000, in: folder)
    let opening = try open([folder.path])
    let client = opening.client
    // Once the last item is known, so is the first: no notice takes its place, however long that
    // took.
    let last = FeedBatchRequest(.end, .backwards, limit: 1)
    #expect(try await client.names(last, in: folder.path) == ["clip 8000.mp4"])
    #expect(opening.first.name(in: folder.path) == "clip 1.mp4")
    let next = FeedBatchRequest(.item(opening.first.id), limit: 2)
    #expect(try await client.names(next, in: folder.path) == ["clip 2.mp4", "clip 3.mp4"])
    #expect(
      client.place(opening.first.id, .none)
        == FeedPlace(number: 1, count: 8_000, total: 8_000, isGrowing: false))
  }
}
