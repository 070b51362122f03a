import Models
import TestSupport
import Testing

@Suite struct TitleTests {
  private func details(_ tags: [(String, String)], frameRate: Double? = 25) -> MediaDetails {
    var details = MediaDetails()
    details.frameRate = frameRate
    details.soundFormat = "aac"
    details.tags = tags.map { MediaDetails.Tag(name: CleanText($0), value: CleanText($1)) }
    return details
  }

  @Test func tagsAreATitle() {
    var media = details([("TITLE", "River"), ("artist", "Ann"), ("comment", "by the river")])
    media.describe(nil)
    #expect(media.title == "River")
    #expect(media.about.author == "Ann")
    #expect(media.about.summary == ["by the river"])
    media = details([("artist", "Ann")])
    media.describe(nil)
    #expect(media.title == nil)
  }

  @Test func songHasItsArtist() {
    var media = details([("title", "River"), ("artist", "Ann")], frameRate: nil)
    media.describe(nil)
    #expect(media.title == "Ann – River")
  }

  @Test func fileBesideCountsMore() {
    var file = ClipDescription()
    file.title = "The river"
    file.chapters = [Chapter(start: 0, end: 1, title: "Source")]
    var media = details([("title", "River"), ("artist", "Ann")])
    media.describe(file)
    #expect(media.title == "The river")
    #expect(media.about.author == "Ann")
    #expect(media.chapters == file.chapters)
    media.chapters = [Chapter(start: 0, end: 9, title: "Own")]
    media.describe(file)
    #expect(media.chapters.map(\.title) == ["Own"])
  }
}
