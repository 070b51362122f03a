import Models
import TestSupport
import Testing

/// Parts of clips in addresses, by the W3C's Media Fragments URI 1.0.
@Suite struct MediaFragmentTests {
  @Test(
    arguments: [
      ("t=3,7", 3.0, 7.0), ("t=npt:3,7", 3, 7), ("t=3", 3, nil), ("t=,7", 0, 7),
      ("t=npt:,7", 0, 7), ("t=3.5,7.25", 3.5, 7.25), ("t=3.,7", 3, 7),
      ("t=02:00,02:01.5", 120, 121.5), ("t=0:02:00,121.5", 120, 121.5),
      ("t=npt:10:00:00", 36_000, nil), ("t=100:00:01", 360_001, nil),
      // Names and values are percent-encoded.
      ("%74=3,7", 3, 7), ("t=%6ept:3%2C7", 3, 7), ("t=%31,%37", 1, 7),
      // The last valid one counts; others are ignored.
      ("t=1&t=3,7", 3, 7), ("t=3,7&t=foo", 3, 7), ("xywh=0,0,9,9&t=3,7&track=a", 3, 7),
      ("&&t=3&", 3, nil), ("t=3,7&T=1", 3, 7),
    ] as [(String, Double, Double?)])
  func timesAreRead(fragment: String, start: Double, end: Double?) {
    let span = TimeSpan(mediaFragment: fragment)
    #expect(span?.start == start && span?.end == end, "\(fragment)")
  }

  @Test(arguments: [
    "", "t", "t=", "t=,", "t=7,3", "t=3,3", "t=foo", "t=3-7", "t=-3", "t=3,-7", "t=3,7,9", "t=+3",
    "t=2:00", "t=02:60", "t=0:60:00", "t=0:2:00", "t=1:02", "t=02:5", "t=3 ,7", "t=.5", "t=1e3",
    "t=0x10", "t=npt:", "t=smpte:0:00:10", "t=smpte-25:0:00:10:05",
    "t=clock:2009-07-26T11:19:01Z", "t=npt::3", "t=NPT:3", "t=nan", "t=inf", "t=٣", "x=3", "%t=3",
    "t=%FF", "t=9999999999999", "t==3", "tt=3",
  ])
  func othersAreIgnored(fragment: String) {
    #expect(TimeSpan(mediaFragment: fragment) == nil)
  }

  @Test func fragmentIsWrittenAsItIsRead() {
    for (start, end) in [(0.0, 6.0), (2480.2, 2486.24), (0.001, nil), (90_000, 90_000.5)] {
      let span = TimeSpan(start: start, end: end)
      #expect(span.map { TimeSpan(mediaFragment: $0.mediaFragment) } == span)
    }
    #expect(TimeSpan(start: 10, end: 20.5)?.mediaFragment == "t=10,20.5")
  }

  @Test(arguments: Fuzz.seeds(30))
  func anyTextIsReadOrIgnored(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces = ["t=", ",", ":", "npt:", "smpte:", "&", ".", "%", "%2C", "9", "0", "60", "e", "-"]
    for _ in 0..<200 {
      let text = (0..<8).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      guard let span = TimeSpan(mediaFragment: text) else { continue }
      #expect(span.start >= 0 && span.end.map { $0 > span.start } ?? true, "\(text)")
    }
  }

  @Test func addressNamesAPart() throws {
    let address = try #require(RemoteAddress("https://example.com/a.mp4?x=1#t=10,20"))
    #expect(address.span == TimeSpan(start: 10, end: 20))
    #expect(address.whole.string == "https://example.com/a.mp4?x=1")
    #expect(address.target == "/a.mp4?x=1" && address.title == "a.mp4")
    #expect(address.whole.span == nil && address.whole.whole == address.whole)
    #expect(address.whole.with(TimeSpan(start: 10, end: 20)) == address)
    #expect(address.with(nil) == address)
    // The key of a part is its own.
    #expect(address != address.whole && address.withoutSecrets == address)
  }

  @Test func numberSignInAFileNameIsALetter() {
    let file = MediaLocation.file(FilePath("/clips/a.mp4#t=10,20"))
    #expect(file.span == nil && file.whole == file)
    #expect(FeedItem.Kind.playing(Clip(file: FilePath("/a#t=1"))).playable != nil)
  }

  @Test func pagesTellTheirItem() {
    let pages: [PageID] = [.item(7), .excerpt(1, of: 7), .excerpt(2, of: 7), .film(of: 7)]
    #expect(Set(pages).count == 4)
    #expect(pages.allSatisfy { $0.item == 7 })
    #expect(PageID.notice(.forwards).item == nil)
  }
}
