import MediaCore
import Models
import Testing

/// When a recording was made.
@Suite struct RecordingDateTests {
  /// 2026-01-01.
  private static let now = 1_767_225_600.0

  private func date(
    _ tags: KeyValuePairs<CleanText, CleanText>, ahead: Int = 0
  ) -> RecordingDate? {
    RecordingDate(
      tags: tags.map { MediaDetails.Tag(name: $0.key, value: $0.value) }, now: Self.now,
      timeZone: { _ in ahead })
  }

  @Test(
    arguments: [
      ("creation_time", "2018-03-07T15:21:21.000000Z", 1_520_436_081),
      ("CREATION_TIME", "2016-05-31 17:01:35", 1_464_714_095),
      ("com.apple.quicktime.creationdate", "2013-11-29T13:19:09+0100", 1_385_727_549),
      ("date", "2012-05-09T14:46:38-0400", 1_336_589_198),
      // An hour ahead, where the machine is.
      ("DateTimeOriginal", "2013:11:29 13:19:09", 1_385_727_549),
      ("DATE_RECORDED", "2013-11-29 13:19", 1_385_727_540),
    ] as [(CleanText, CleanText, Double)])
  func datesAreReadAsTheyAreWritten(_ name: CleanText, _ text: CleanText, _ seconds: Double) {
    let found = date([name: text], ahead: 3_600)
    #expect(found?.seconds == seconds)
    #expect(found?.otherTags == [])
  }

  @Test(
    arguments: [
      "", "2024", "2024-05-01", "1904-01-01T00:00:00Z", "1970-01-01T00:00:00.000000Z",
      "2031-01-01T00:00:00Z", "0000-00-00T00:00:00Z", "2024-02-01T99:00:00Z", "yesterday",
      "2024-99-99T00:00:00Z", "2024-01-01T00:00:00+99999", "nan-nan-nanTnan:nan", "\u{1B}[31m",
      "9999999999999999999-01-01T00:00:00Z", "-1-01-01T00:00:00Z", "::::::::::::::::",
    ] as [CleanText])
  func whatCannotBeIsNoDate(_ text: CleanText) {
    #expect(date(["creation_time": text]) == nil)
    #expect(date(["date": text]) == nil)
  }

  @Test func bestDateWinsAndDuplicatesAreMerged() {
    let found = date([
      "title": "Harbour", "date": "2013-11-29T13:19:09+0100",
      "creation_time": "2013-11-29T12:19:32.000000Z", "date-fra": "2013-11-29T13:19:09+0100",
      "com.apple.quicktime.creationdate": "2013-11-29T13:19:09+0100", "year": "2013",
    ])
    #expect(found?.seconds == 1_385_727_549)
    #expect(found?.otherTags.map(\.name) == ["title", "year"])
    // A clock that was never set.
    let other = date(["creation_time": "1970-01-01T00:00:00Z", "date": "2012-05-09T14:46:38-0400"])
    #expect(other?.seconds == 1_336_589_198)
  }
}
