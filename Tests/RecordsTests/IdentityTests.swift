import Clients
import Glibc
import Models
import TestSupport
import Testing

@testable import Records

/// What was said of a file belongs to the file.
@Suite struct IdentityTests {
  let scratch: Scratch
  let path: FilePath

  init() throws {
    scratch = try Scratch()
    path = scratch.makeFile("a.mp4", "beach")
  }

  private func rename(_ name: String, _ other: String) {
    #expect(Glibc.rename(scratch.scratch.file(name), scratch.scratch.file(other)) == 0)
  }

  private func file(_ name: String) -> FilePath { FilePath(scratch.scratch.file(name)) }

  @Test func likeFollowsARename() async throws {
    let store = scratch.store()
    #expect(await store.like(.file(path)))
    rename("a.mp4", "b.mp4")
    #expect(await store.isLiked(file("b.mp4")))
    // The next visit saves where it is.
    await store.record([.sample(.file(file("b.mp4")))])
    #expect(try scratch.rows("SELECT count(*) FROM item") == [["1"]])
    #expect(try scratch.rows("SELECT location FROM item").first?.first?.hasSuffix("/b.mp4") == true)
    #expect(try RecordStore.items(.liked, scratch.options).get().count == 1)
  }

  @Test func copyIsAnotherFile() async throws {
    let store = scratch.store()
    #expect(await store.like(.file(path)))
    let copy = scratch.makeFile("copy.mp4", "beach")
    #expect(await !store.isLiked(copy))
    await store.record([.sample(.file(copy))])
    #expect(try scratch.rows("SELECT count(*) FROM item") == [["2"]])
    #expect(await store.isLiked(path))
  }

  /// A copy does not take the like of a file that was only touched.
  @Test func copyOfATouchedFileIsAnotherFile() async {
    let store = scratch.store()
    #expect(await store.like(.file(path)))
    scratch.makeFile("a.mp4", "beach", modified: 1_700_000_777)
    let copy = scratch.makeFile("copy.mp4", "beach")
    #expect(await !store.isLiked(copy))
    #expect(await store.like(.file(copy)))
    #expect(await store.isLiked(path))
  }

  @Test func touchedFileIsTheSameAndARewrittenOneIsNot() async {
    let store = scratch.store()
    #expect(await store.like(.file(path)))
    scratch.makeFile("a.mp4", "beach", modified: 1_700_000_777)
    #expect(await store.isLiked(path))
    scratch.makeFile("a.mp4", "coast", modified: 1_700_000_888)
    #expect(await !store.isLiked(path))
    await store.record([.sample(.file(path))])
    #expect(await !store.isLiked(path))
    // The first one turns up again.
    let found = scratch.makeFile("found.mp4", "beach", modified: 1_700_000_999)
    #expect(await store.isLiked(found))
  }

  @Test func swappedNamesSwapTheLikes() async throws {
    let other = scratch.makeFile("b.mp4", "coast", modified: 1_700_000_500)
    let store = scratch.store()
    #expect(await store.like(.file(path)))
    await store.record([.sample(.file(path)), .sample(.file(other))])
    rename("a.mp4", "c.mp4")
    rename("b.mp4", "a.mp4")
    rename("c.mp4", "b.mp4")
    await store.record([.sample(.file(path)), .sample(.file(other))])
    #expect(await !store.isLiked(path))
    #expect(await store.isLiked(other))
    #expect(
      try scratch.rows("SELECT count(*) FROM visit GROUP BY item") == [["2"], ["2"]])
  }

  @Test func sharedFileIsTheSameFromAnotherMachine() async throws {
    let store = scratch.store()
    #expect(await store.like(.file(path)))
    try RecordDatabase(scratch.options).perform(.write) {
      try $0.run("UPDATE item SET host = 'elsewhere'")
    }
    #expect(await store.isLiked(path))
    // Another file at the same path there is not touched by what is done here.
    scratch.makeFile("a.mp4", "coast", modified: 1_700_000_500)
    #expect(await !store.isLiked(path))
    await store.record([.sample(.file(path))])
    #expect(
      try scratch.rows("SELECT host, location IS NULL FROM item ORDER BY host = 'elsewhere'") == [
        [Records.host, "0"], ["elsewhere", "0"],
      ])
  }
}
