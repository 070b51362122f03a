import FeedCore
import Models
import TestSupport
import Testing

@Suite struct ClipDescriptionTests {
  @Test func infoJSONIsRead() throws {
    let description = try ClipDescription(
      infoJSON: Array(
        #"""
        {"id": "x", "title": "A \"river\"\nat\u001b[31m dawn", "uploader": "Ann", "channel": "Ann's channel",
         "formats": [{"url": "https://a.example/1", "title": "no"}, {"http_headers": {}}],
         "description": "First.\n\nSecond  paragraph.", "upload_date": "20260301",
         "webpage_url": "https://v.example/watch?v=1", "duration": 61,
         "chapters": [{"start_time": 0.0, "end_time": 30, "title": "Start"},
                      {"start_time": 30, "title": "Bridge"}, {"title": "lost"}, 7]}
        """#.utf8))
    #expect(description.title == "A \"river\" at\u{FFFD}[31m dawn")
    #expect(description.author == "Ann")
    #expect(description.summary == ["First.", "Second paragraph."])
    #expect(description.day == 1_772_323_200)
    #expect(description.link?.description == "https://v.example/watch?v=1")
    #expect(
      description.chapters == [
        Chapter(start: 0, end: 30, title: "Start"), Chapter(start: 30, end: 30, title: "Bridge"),
      ])
  }

  @Test(arguments: ["", "[]", "7", "{", "{\"title\": \"x\"", "{\"chapters\": [[[]]}"])
  func brokenJSONIsRejected(_ text: String) {
    #expect(throws: FeedError.self) { try ClipDescription(infoJSON: Array(text.utf8)) }
  }

  @Test(arguments: [
    #"{"title": 7, "chapters": {}, "upload_date": "2026", "timestamp": 1e99}"#, "{}",
  ])
  func otherTypesCountAsMissing(_ text: String) throws {
    #expect(try ClipDescription(infoJSON: Array(text.utf8)) == ClipDescription())
  }

  @Test(arguments: ["movie", "episodedetails", "musicvideo"])
  func nfoIsRead(_ root: String) throws {
    let description = try ClipDescription(
      nfo: Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <\(root)><title>River &amp; sea</title><plot>One.
        Two.</plot><director>Ann</director><premiered>2026-03-01</premiered></\(root)>
        """.utf8))
    #expect(description.title == "River & sea")
    #expect(description.author == "Ann")
    #expect(description.summary == ["One.", "Two."])
    #expect(description.day == 1_772_323_200)
  }

  /// Many files of that name are pictures made of letters.
  @Test(arguments: ["", "  ▄▄▄ RELEASE ▄▄▄", "<html><title>x</title></html>", "<movie><title>x"])
  func otherNfoFilesAreRejected(_ text: String) {
    #expect(throws: FeedError.self) { try ClipDescription(nfo: Array(text.utf8)) }
  }
}
