import Clients
import FeedCore
import Models
import TestSupport
import Testing

@testable import Records

/// What the files of earlier versions hold is taken over.
@Suite struct LineFilesTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func read() throws {
    try RecordDatabase(scratch.options).read { _ in }
  }

  @Test func allOfThemAreReadAndKept() async throws {
    let path = scratch.makeFile("beach.mp4")
    let here = scratch.scratch.path
    let history = #"""
      {"kind":"file","id":"file://\#(here)/beach.mp4","title":"beach.mp4","source":"file://\#(here)","start":"2025-11-21T10:00:00.500Z","end":"2025-11-21T10:00:08.750Z","watched":8.2,"loops":1,"leaving":"forwards"}
      not a line
      {"kind":"entry","id":"7","feed":"https://example.org/f","title":"Seven","source":"https://example.org/f","start":"2025-11-21T10:01:00Z","end":"2025-11-21T10:01:09Z","watched":9,"loops":0,"leaving":"quit"}

      """#
    scratch.put(history, into: "history.jsonl")
    scratch.put(
      history.replacing("2025-11-21T10", with: "2025-11-20T09").replacing("not a line\n", with: ""),
      into: "history.2.jsonl")
    scratch.put(
      #"""
      {"source":"file://\#(here)","kind":"file","id":"file://\#(here)/old.mp4","at":"2026-11-21T10:00:11.000Z"}
      {"source":"file://\#(here)","kind":"file","id":"file://\#(here)/beach.mp4","at":"2026-11-21T10:00:12.000Z"}
      """#, into: "places.jsonl")
    scratch.put(
      #"""
      {"liked":true,"kind":"file","id":"file://\#(here)/beach.mp4","size":4,"modified":"2023-11-14T22:13:20.000000005Z","page":"clip","title":"beach.mp4","at":"2026-11-21T10:00:03.000Z"}
      {"liked":true,"kind":"web","id":"https://example.org/7.mp4?token=hunter2","page":"picture","title":"Seven","at":"2026-11-21T10:00:09.000Z"}
      {"liked":true,"kind":"web","id":"https://example.org/news","page":"article","title":"News","link":"https://example.org/news","text":["One.","Two."],"at":"2026-11-21T10:00:10.000Z"}
      {"liked":true,"kind":"entry","id":"8","feed":"https://example.org/f","page":"clip","url":"https://example.org/8.mp4"}
      {"liked":false,"kind":"entry","id":"8","feed":"https://example.org/f"}
      {"liked":true,"kind":"web","id":"https://example.org/to
      """#, into: "likes.jsonl")
    try read()
    #expect(
      try scratch.rows(
        """
        SELECT location, visit.start, end, watched, loops, leaving, source
        FROM visit JOIN item ON item.id = item JOIN sitting ON sitting.id = sitting
        ORDER BY visit.id
        """) == [
          [
            "file://\(here)/beach.mp4", "1763629200.5", "1763629208.75", "8.2", "1", "forwards",
            "file://\(here)",
          ],
          [
            "7", "1763629260.0", "1763629269.0", "9.0", "0", "quit", "https://example.org/f",
          ],
          [
            "file://\(here)/beach.mp4", "1763719200.5", "1763719208.75", "8.2", "1", "forwards",
            "file://\(here)",
          ],
          [
            "7", "1763719260.0", "1763719269.0", "9.0", "0", "quit", "https://example.org/f",
          ],
        ])
    #expect(
      try scratch.rows("SELECT location, at FROM place") == [
        ["file://\(here)/beach.mp4", "1795255212.0"]
      ])
    let store = scratch.store()
    #expect(await store.isLiked(path))
    let address = try #require(RemoteAddress("https://example.org/7.mp4?token=other"))
    #expect(await store.liked([.remote(address)]) == [.remote(address)])
    let news = try #require(RemoteAddress("https://example.org/news"))
    let seven = try #require(RemoteAddress("https://example.org/7.mp4"))
    #expect(
      try RecordStore.items(.liked, scratch.options).get() == [
        FoundItem(
          kind: .article(Article(title: "News", paragraphs: ["One.", "Two."], link: news))),
        FoundItem(kind: .still(Clip(location: .remote(seven), title: "Seven"))),
        FoundItem(kind: .clip(Clip(file: path))),
      ])
    #expect(!scratch.contains("hunter2"))
    #expect(Command.contents(of: "\(scratch.folder.path)/history.jsonl") == Array(history.utf8))
    // Once.
    try read()
    #expect(try scratch.rows("SELECT count(*) FROM visit") == [["4"]])
  }

  @Test func linesBeforeACutAreRead() throws {
    let line =
      #"{"liked":true,"kind":"entry","id":"1","feed":"f","page":"clip","url":"https://a/b"}"#
    for cut in 0...line.utf8.count {
      let scratch = try Scratch()
      scratch.put(
        "\(line)\n\(line.replacing("\"1\"", with: "\"2\"").prefix(cut))", into: "likes.jsonl")
      try RecordDatabase(scratch.options).read { _ in }
      #expect(
        try scratch.rows("SELECT count(*) FROM liked") == [[cut == line.utf8.count ? "2" : "1"]],
        "cut at \(cut)")
    }
  }
}
