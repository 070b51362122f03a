import Composable
import Models
import TestSupport
import Testing

@testable import AppFeature
@testable import TerminalUI

/// What details look like that are scrolled; `LiteralScreenTests` shows their beginning.
extension ScreenTests {
  @Test func scrolledDetails() {
    expectScreen(
      screen(detailsState(row: 99), columns: 30, rows: 10),
      """
       River            23-29 of 29
       Feed      https://example.
                 com/feed.json
       Item      17

       A river, seen from the
       bridge at noon, with 日本語
       in its description.
       river.mp4          ♥  1 of 1
       ‖ 0:00 ─────────────────────
      """)
  }

  @Test func onATinyTerminalValuesAreBelowTheirNames() {
    expectScreen(
      screen(detailsState(), columns: 20, rows: 6),
      """
       River    1-3 of 50
       Path
        /clips/river.mp4
       Author
       river.mp4     ♥  1
       ‖ 0:00 ───────────
      """)
  }

  @Test func detailsHideTheCard() {
    var state = clipState { $0.status = .failed(.damaged) }
    state.feed.overlay = state.feed.current.flatMap(AppFeature.Details.State.init)
      .map { Overlay.State(.details($0)) }
    let shown = screen(state, columns: 80, rows: 24)
    #expect(shown.count { $0.contains("damaged") } == 1)
    #expect(!shown.contains { $0.contains("cannot be played") || $0.contains("again") })
    #expect(shown.contains { $0.contains("Problem") })
  }

  @Test func tagsAreUniqueAndLabelled() {
    var state = detailsState()
    state.feed.overlay?.details?.facts?.tags = [
      ("major_brand", "mp42"), ("location", "+50.1+008.6/"), ("location-eng", "+50.1+008.6/"),
      ("comment-eng", "by the river"), ("creation_time", "2023-11-03T08:26:40.000000Z"),
    ].map { MediaDetails.Tag(name: CleanText($0), value: CleanText($1)) }
    let rows = screen(state, columns: 120, rows: 40).map {
      $0.split(separator: " ").joined(separator: " ")
    }
    #expect(rows.count { $0.contains("File type mp42") } == 1)
    #expect(rows.count { $0.contains("Location +50.1+008.6/") } == 1)
    #expect(rows.count { $0.contains("+50.1+008.6/") } == 1)
    #expect(rows.count { $0.contains("Comment-eng by the river") } == 1)
    #expect(!rows.contains { $0.contains("reation time") || $0.contains("2023-11-03T") })
  }

  @Test func quickTimeKeysHaveLabels() {
    let rows = tagRows([
      ("com.apple.quicktime.make", "Apple"), ("com.apple.quicktime.model", "iPhone 15"),
      ("com.apple.quicktime.software", "17.1"), ("model", "iPhone 15"),
      ("com.apple.quicktime.creationdate", "2023-11-03T08:26:40+0100"),
      ("com.apple.quicktime.location.ISO6709", "+50.1+008.6/"),
      ("location", "+50.1+008.6/"),
      ("com.apple.quicktime.location.accuracy.horizontal", "14.2"),
      ("com.android.version", "14"),
    ])
    #expect(
      rows == [
        "Make Apple", "Model iPhone 15", "Software 17.1",
        "Creation date 2023-11-03T08:26:40+0100", "Location +50.1+008.6/",
        "Accurac…rizontal 14.2", "Android version 14",
      ])
  }

  @Test func tagLabelsAreUnique() {
    let names = [
      "com.example.camera.version", "com.example.lens.version", "version",
      "a_name_that_goes_on_and_on_1", "a_name_that_goes_on_and_on_2", "x..", "..x", ".",
    ]
    let rows = tagRows(names.enumerated().map { ($1, "=\($0)") })
    #expect(rows.count == names.count)
    #expect(Set(rows.map { $0.prefix { $0 != "=" } }).count == names.count)
  }

  /// The rows that tell tags of a clip without anything else, in a window of eighty columns.
  private func tagRows(_ tags: [(String, String)]) -> [String] {
    var state = detailsState()
    var facts = MediaDetails()
    facts.tags = tags.map { MediaDetails.Tag(name: CleanText($0.0), value: CleanText($0.1)) }
    state.feed.overlay?.details?.facts = facts
    let rows = screen(state, columns: 80, rows: 40).map {
      $0.split(separator: " ").joined(separator: " ")
    }
    let end = rows.firstIndex { $0.hasPrefix("Feed ") } ?? rows.endIndex
    let start = rows.firstIndex { $0.hasPrefix("Liked ") }.map { $0 + 1 } ?? end
    return Array(rows[min(start, end)..<end])
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
    guard var details = AppFeature.Details.State(Item.State(item)) else { return state }
    details.facts = MediaDetails(
      container: "QuickTime / MOV", byteCount: 12_345_678, recorded: 1_699_000_000,
      modified: 1_700_100_000, bitRate: 2_500_000, duration: 61.5,
      displaySize: PixelSize(width: 1920, height: 1080),
      codedSize: PixelSize(width: 1440, height: 1080), frameRate: 30000 / 1001,
      videoCodec: "h264", pixelFormat: "yuv420p, bt709", soundFormat: "aac, 44100 Hz, stereo",
      soundTracks: [
        MediaTrack(id: 1, codec: "aac", language: "eng"),
        MediaTrack(id: 2, codec: "ac3", language: "deu", title: "Kommentar"),
      ],
      chapters: [Chapter(start: 5, end: 9, title: "The bridge")],
      tags: [MediaDetails.Tag(name: "title", value: "River")])
    var overlay = Overlay.State(.details(details))
    overlay.scroll.lastRow = row
    overlay.scroll.move(by: row)
    state.feed.overlay = overlay
    state.feed.marks = [item.id: ItemMarks(isLiked: true)]
    return state
  }
}
