import Graphics
import Models
import TestSupport
import Testing

@testable import TerminalUI

/// What is told beside a frame.
@Suite struct SideTextTests {
  private func content(
    title: CleanText = "river.mp4", author: CleanText? = nil, date: Double? = nil,
    summary: [CleanText] = [], media: MediaDetails? = nil, place: CleanText = "3 of 12",
    review: CleanText = "", caption: [CleanText] = [], isLiked: Bool = false
  ) -> SideContent {
    var facts = ItemFacts()
    facts.author = author
    facts.date = date
    facts.summary = summary
    let clip = Clip(location: .file(FilePath("/river.mp4")), title: title)
    return SideContent(
      ScreenModel.ClipPage(playerID: PlayerID(rawValue: 1), clip: clip, facts: facts),
      media: media, place: place, review: review, caption: caption, isLiked: isLiked)
  }

  private func expectText(
    _ content: SideContent, columns: Int = 24, rows: Int = 12, _ expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let drawn = SideText(content, size: CellSize(columns: columns, rows: rows)).drawn(in: .dark)
    expectScreen(text(of: drawn), expected, sourceLocation: sourceLocation)
  }

  @Test func everythingThatIsKnown() {
    expectText(
      content(
        title: "A walk along the river at night", author: "Ann Onymous", date: 1_700_000_000,
        summary: ["From the mill to the bridge, in rain.", "Filmed by hand."], isLiked: true),
      """
      A walk along the river
      at night
      Ann Onymous, 2023-11-14

      From the mill to the
      bridge, in rain.

      Filmed by hand.



      ♥ 3 of 12
      """)
  }

  @Test func decisionsAndTheCaptionAreBesideTheFrame() {
    expectText(
      content(
        author: "Ann Onymous", summary: ["A summary."], review: "kept, ★★★★, night, two words",
        caption: ["a river at night, seen from a bridge", "no people"]),
      """
      river.mp4
      Ann Onymous
      kept, ★★★★, night, two
      words

      a river at night, seen
      from a bridge

      no people


      3 of 12
      """)
  }

  @Test func longTitlesTakeAtMostThreeRows() {
    expectText(
      content(
        title:
          "A title of many words that would take the whole place beside the picture if it could",
        summary: ["One two three four five six seven eight nine ten eleven twelve.", "More."]),
      rows: 9,
      """
      A title of many words
      that would take the
      whole place beside the…

      One two three four five
      six seven eight nine ten
      eleven twelve.…

      3 of 12
      """)
  }

  @Test func smallPanelKeepsTitleAndPosition() {
    let content = content(title: "A walk along the river", author: "Ann", summary: ["Words."])
    expectText(content, rows: 3, "A walk along the river\nAnn\n3 of 12")
    expectText(content, rows: 2, "A walk along the river\n3 of 12")
    expectText(content, rows: 1, "A walk along the river")
  }

  @Test func fileMetadataIsShown() {
    let media = MediaDetails(tags: [
      MediaDetails.Tag(name: "ARTIST", value: "Ann"), MediaDetails.Tag(name: "date", value: "2024"),
      MediaDetails.Tag(name: "comment", value: "By hand."),
    ])
    expectText(
      content(media: media), rows: 6, "river.mp4\nAnn, 2024\n\nBy hand.\n\n3 of 12")
  }

  @Test func onlyTheTitleIsBold() {
    let drawn = SideText(content(author: "Ann"), size: CellSize(columns: 24, rows: 6))
      .drawn(in: .dark)
    #expect(drawn[0, 0].glyph.attributes == .bold)
    #expect(drawn[0, 1].glyph.attributes == [])
  }
}
