import FeedCore
import Models
import Testing

/// Entries of feeds that are pieces of a film.
@Suite struct FilmTests {
  private func items(_ item: String) throws -> [FoundItem] {
    try document(
      #"{"version": "https://jsonfeed.org/version/1.1", "title": "T", "items": [\#(item)]}"#, .json
    ).items
  }

  private func film(_ item: String) throws -> Film? {
    let items = try items(item)
    #expect(items.count == 1)
    return items.first?.facts?.film
  }

  private func remote(_ path: String) -> MediaLocation? {
    RemoteAddress("https://example.org/\(path)").map { .remote($0) }
  }

  private static let piece = #"{"url": "/piece.mp4", "duration_in_seconds": 6}"#

  @Test func extensionNamesFilmAndPlace() throws {
    let film = try film(
      """
      {"id": "1", "attachments": [\(Self.piece)],
       "_flick": {"film": "/film.mkv", "at": 2480.5, "duration": 3730, "more": [1]}}
      """)
    #expect(film?.location == remote("film.mkv"))
    #expect(film?.start == 2480.5 && film?.duration == 3730)
  }

  @Test func muchLongerAttachmentIsTheFilm() throws {
    let long = #"{"url": "/film.mp4", "duration_in_seconds": 61}"#
    let film = try film(#"{"id": "1", "attachments": [\#(Self.piece), \#(long)]}"#)
    #expect(film?.location == remote("film.mp4") && film?.duration == 61 && film?.start == nil)
    let equal = #"{"url": "/other.mp4", "duration_in_seconds": 60}"#
    let both = try items(#"{"id": "1", "attachments": [\#(Self.piece), \#(equal)]}"#)
    #expect(both.count == 2 && both.allSatisfy { $0.facts?.film == nil })
  }

  @Test(arguments: ["external_url", "url"])
  func linkedMediaFileIsTheFilm(field: String) throws {
    let film = try film(
      #"{"id": "1", "\#(field)": "/a/film.webm", "attachments": [\#(Self.piece)]}"#)
    #expect(film?.location == remote("a/film.webm"))
  }

  @Test(arguments: [
    "/page.html", "/piece.mp4", "ftp://example.org/film.mp4", "http://127.0.0.1/a.mp4",
  ])
  func otherLinksAreNoFilm(link: String) throws {
    #expect(
      try film(#"{"id": "1", "external_url": "\#(link)", "attachments": [\#(Self.piece)]}"#) == nil)
  }

  @Test func rssLinkToAMediaFileIsTheFilm() throws {
    let found = try document(
      """
      <rss version="2.0"><channel><title>T</title><item><title>A</title>
      <link>https://example.org/film.mp4</link>
      <enclosure url="https://example.org/piece.mp4" type="video/mp4" length="9"/></item>
      </channel></rss>
      """, .xml
    ).items
    #expect(found.first?.facts?.film?.location == remote("film.mp4"))
  }

  @Test func brokenTimesAreUnknown() throws {
    let film = try film(
      """
      {"id": "1", "attachments": [\(Self.piece)],
       "_flick": {"film": "/film.mkv", "at": -5, "duration": "x"}}
      """)
    #expect(film?.location == remote("film.mkv") && film?.start == nil && film?.duration == nil)
  }

  @Test func addressOfAPartIsAnExcerpt() throws {
    let found = try items(
      ##"{"id": "1", "attachments": [{"url": "/film.mkv#t=10,16", "mime_type": "video/mp4"}]}"##)
    let excerpt = found.first?.numbered().excerpt
    #expect(excerpt?.span == TimeSpan(start: 10, end: 16))
    #expect(excerpt?.clip.location.whole == remote("film.mkv"))
  }

  @Test func publishedExcerptsAreReadBack() throws {
    let base = try #require(RemoteAddress("https://example.org/"))
    let writer = FeedWriter(
      title: "T", base: base, pageBase: base, pageSize: 3, generator: "flick 1")
    var entry = FeedWriter.Entry(
      path: Array("a film.mkv".utf8), size: 1_000, modified: 1_700_000_000, duration: 3730.25)
    entry.excerpts = [10, 1_000.5, 2_480.25, 3_000].compactMap { TimeSpan(start: $0, end: $0 + 6) }
    let pages = writer.pages(of: [entry])
    #expect(pages.count == 2)
    let found = try pages.flatMap { try document($0.text, .json).items.map { $0.numbered() } }
    #expect(found.map { $0.excerpt?.span } == entry.excerpts)
    #expect(found.map { $0.facts?.film?.start } == entry.excerpts.map(\.start))
    #expect(found.allSatisfy { $0.facts?.film?.location == remote("a%20film.mkv") })
    #expect(found.allSatisfy { $0.facts?.duration == 6 && $0.facts?.film?.duration == 3730.25 })
    #expect(Set(found.map(\.key)).count == 4)
    #expect(found.map(\.title.string)[1] == "a film.mkv (2/4)")
  }
}
