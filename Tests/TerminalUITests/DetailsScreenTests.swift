import AppFeature
import Composable
import Models
import TerminalUI
import Testing

/// What details look like that are scrolled; `LiteralScreenTests` shows their beginning.
extension ScreenTests {
  @Test func detailsScrolledToTheirEnd() {
    expectScreen(
      screen(detailsState(row: 99), columns: 30, rows: 10),
      """
       river.mp4        24-30 of 30
       Feed        https://example.
                   com/feed.json
       Entry       17

       A river, seen from the
       bridge at noon, with 日本語
       in its description.
       river.mp4          ♥  1 of 1
       ▶ 0:00 ─────────────────────
      """)
  }

  @Test func nothingOfTheCardStaysAroundTheDetailsOfAFailedClip() {
    var state = clipState { $0.status = .failed(.damaged) }
    state.feed.details = state.feed.current.map { AppFeature.Details.State(item: $0.item) }
    let shown = screen(state, columns: 80, rows: 24)
    #expect(shown.count { $0.contains("damaged") } == 1)
    #expect(!shown.contains { $0.contains("cannot be played") || $0.contains("again") })
    #expect(shown.contains { $0.contains("Problem") })
  }

  @Test func whatAClipSaysOfItselfIsToldOnceAndNamedLikeTheRest() {
    var state = detailsState()
    state.feed.details?.facts?.tags = [
      ("major_brand", "mp42"), ("location", "+50.1+008.6/"), ("location-eng", "+50.1+008.6/"),
      ("comment-eng", "by the river"), ("creation_time", "2023-11-03T08:26:40.000000Z"),
    ].map { MediaDetails.Tag(name: CleanText($0), value: CleanText($1)) }
    let rows = screen(state, columns: 120, rows: 40).map {
      $0.split(separator: " ").joined(separator: " ")
    }
    #expect(rows.count { $0.contains("Major brand mp42") } == 1)
    #expect(rows.count { $0.contains("Location +50.1+008.6/") } == 1)
    #expect(rows.count { $0.contains("+50.1+008.6/") } == 1)
    #expect(rows.count { $0.contains("Comment-eng by the river") } == 1)
    #expect(!rows.contains { $0.contains("reation time") || $0.contains("2023-11-03T") })
  }

  func detailsState(row: Int = 0) -> App.State {
    var state = clipState()
    var facts = ItemFacts()
    facts.author = "Ann Onymous"
    facts.summary = ["A river, seen from the bridge at noon, with 日本語 in its description."]
    facts.date = 1_700_000_000
    facts.mediaType = "video/mp4"
    let clip = Clip(file: FilePath("/clips/river.mp4"))
    let item = FeedItem(
      id: ItemID(rawValue: 0), kind: .clip(clip),
      entry: FeedItem.Entry(feed: "https://example.com/feed.json", id: "17"), facts: facts)
    var details = AppFeature.Details.State(item: item)
    details.facts = MediaDetails(
      container: "QuickTime / MOV", byteCount: 12_345_678, recorded: 1_699_000_000,
      modified: 1_700_100_000, bitRate: 2_500_000, duration: 61.5,
      displaySize: PixelSize(width: 1920, height: 1080),
      codedSize: PixelSize(width: 1440, height: 1080), frameRate: 30000 / 1001,
      pictureCodec: "h264", pictureFormat: "yuv420p, bt709", soundFormat: "aac, 44100 Hz, stereo",
      soundTracks: [
        MediaTrack(id: 1, codec: "aac", language: "eng"),
        MediaTrack(id: 2, codec: "ac3", language: "deu", title: "Kommentar"),
      ],
      chapters: [Chapter(start: 5, end: 9, title: "The bridge")],
      tags: [MediaDetails.Tag(name: "title", value: "River")])
    details.scroll.lastRow = row
    details.scroll.move(by: row)
    state.feed.details = details
    state.feed.likedIDs = [item.id]
    return state
  }
}
