import AppFeature
import Composable
import Models
import TerminalUI
import Testing

/// What the feed's items and lines look like on screens of three sizes.
extension ScreenTests {
  static let sizes = [(80, 24), (120, 40), (30, 10)]

  func articleState(_ article: Article = .harbour, row: Int = 0) -> App.State {
    var facts = ItemFacts()
    facts.author = "Ann Onymous"
    facts.date = 1_700_000_000
    let item = FeedItem(id: ItemID(rawValue: 3), kind: .article(article), facts: facts)
    var page = ArticleItem.State(item: item, article: article)
    page.scroll.lastRow = row
    page.scroll.move(by: row)
    var state = App.State()
    state.feed.items = [.article(page)]
    state.feed.currentID = item.id
    (state.feed.ahead.isReached, state.feed.behind.isReached) = (true, true)
    return state
  }

  @Test func anArticle() {
    expectScreen(
      screen(articleState(), columns: 80, rows: 24),
      """




          The harbour at night
          Ann Onymous, 2023-11-14 22:13

          Boats come in late. Their lamps are seen long before their engines are
          heard, and the men on the quay count them.

          港には夜遅く船が入ってくる。灯りは、機関の音が聞こえるずっと前から見え
          る。

          הסירות חוזרות בלילה, והאורות נראים מרחוק.

          Emoji keep their columns: 🚢⚓ 👨 DK done.

          https://example.com/harbour




       The harbour at night                                                    1 of 1

      """)
    expectScreen(
      screen(articleState(), columns: 120, rows: 40),
      """












                              The harbour at night
                              Ann Onymous, 2023-11-14 22:13

                              Boats come in late. Their lamps are seen long before their engines are
                              heard, and the men on the quay count them.

                              港には夜遅く船が入ってくる。灯りは、機関の音が聞こえるずっと前から見え
                              る。

                              הסירות חוזרות בלילה, והאורות נראים מרחוק.

                              Emoji keep their columns: 🚢⚓ 👨 DK done.

                              https://example.com/harbour












       The harbour at night                                                                                            1 of 1

      """)
    expectScreen(
      screen(articleState(), columns: 30, rows: 10),
      """

        The harbour at night
        Ann Onymous, 2023-11-14
        22:13

        Boats come in late. Their
        lamps are seen long before

       The harbour at night  1 of 1
       Space reads on           0 %
      """)
    expectScreen(
      screen(articleState(row: 9), columns: 30, rows: 10),
      """


        港には夜遅く船が入ってく
        る。灯りは、機関の音が聞こ
        えるずっと前から見える。

        הסירות חוזרות בלילה,

       The harbour at night  1 of 1
       Space reads on          56 %
      """)
    expectScreen(
      screen(articleState(row: 900), columns: 30, rows: 10),
      """


        Emoji keep their columns:
        🚢⚓ 👨 DK done.

        https://example.com/harbou
        r

       The harbour at night  1 of 1
                                end
      """)
  }

  @Test func details() {
    expectScreen(
      screen(detailsState(), columns: 80, rows: 24),
      """

           river.mp4                                                   1-19 of 20
           Path        /clips/river.mp4
           Author      Ann Onymous
           Date        2023-11-14 22:13
           Size        12.3 MB
           Length      1:01
           Type        video/mp4
           Liked       yes
           Container   QuickTime / MOV
           Bit rate    2.5 Mbit/s
           Picture     h264, 1920×1080, coded 1440×1080, 29.97 a second
           Colours     yuv420p, bt709
           Sound       aac, 44100 Hz, stereo
           Sound track eng, aac
           Sound track deu, Kommentar, ac3
           Chapter     0:05 The bridge
           title       River
           Feed        https://example.com/feed.json
           Entry       17


       river.mp4                                                            ♥  1 of 1
       ▶ 0:00 ───────────────────────────────────────────────────────────────────────
      """)
    expectScreen(
      screen(detailsState(), columns: 120, rows: 40),
      """








                      river.mp4                                                                     Esc closes
                      Path        /clips/river.mp4
                      Author      Ann Onymous
                      Date        2023-11-14 22:13
                      Size        12.3 MB
                      Length      1:01
                      Type        video/mp4
                      Liked       yes
                      Container   QuickTime / MOV
                      Bit rate    2.5 Mbit/s
                      Picture     h264, 1920×1080, coded 1440×1080, 29.97 a second
                      Colours     yuv420p, bt709
                      Sound       aac, 44100 Hz, stereo
                      Sound track eng, aac
                      Sound track deu, Kommentar, ac3
                      Chapter     0:05 The bridge
                      title       River
                      Feed        https://example.com/feed.json
                      Entry       17

                      A river, seen from the bridge at noon, with 日本語 in its description.









       river.mp4                                                                                                    ♥  1 of 1
       ▶ 0:00 ───────────────────────────────────────────────────────────────────────────────────────────────────────────────
      """)
    expectScreen(
      screen(detailsState(), columns: 30, rows: 10),
      """
       river.mp4          1-7 of 27
       Path        /clips/river.mp4
       Author      Ann Onymous
       Date        2023-11-14 22:13
       Size        12.3 MB
       Length      1:01
       Type        video/mp4
       Liked       yes
       river.mp4          ♥  1 of 1
       ▶ 0:00 ─────────────────────
      """)
    expectScreen(
      screen(detailsState(row: 99), columns: 30, rows: 10),
      """
       river.mp4        21-27 of 27
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
      container: "QuickTime / MOV", byteCount: 12_345_678, bitRate: 2_500_000, duration: 61.5,
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

  func filterState(_ text: String, isEmpty: Bool = false) -> App.State {
    var state = clipState()
    state.feed.filter = FeedFilter(text: text)
    state.feed.filterLine = Filter.State(filter: state.feed.filter)
    if isEmpty {
      state.feed.items = []
      state.feed.currentID = nil
    }
    return state
  }

  @Test func aFilterBeingTyped() {
    let place = FeedPlace(number: 2, count: 12, total: 3_456, isGrowing: false)
    for (columns, rows) in Self.sizes {
      let shown = screen(filterState("riv"), columns: columns, rows: rows, place: place)
      let gap = String(repeating: " ", count: columns - 17)
      #expect(shown[rows - 2] == " /riv \(gap)12 of 3456 ")
    }
  }

  @Test func ofALongFilterTheEndIsShown() {
    let place = FeedPlace(number: nil, count: 0, total: 12_345, isGrowing: true)
    let state = filterState(String(repeating: "long ", count: 40) + "日本語")
    #expect(screen(state, columns: 40, place: place)[8] == " /…long long long 日本語  0+ of 12 345+ ")
    #expect(screen(state, columns: 20, place: place)[8] == " /…long long 日本語 ")
  }

  @Test func aFilterThatMatchesNothing() {
    let place = FeedPlace(number: nil, count: 0, total: 3_456, isGrowing: false)
    expectScreen(
      screen(filterState("xyzzy", isEmpty: true), columns: 80, rows: 24, place: place),
      """









                                  Nothing matches “xyzzy”.

                                Esc shows everything again.










       /xyzzy                                                               0 of 3456

      """)
    expectScreen(
      screen(filterState("xyzzy", isEmpty: true), columns: 30, rows: 10, place: place),
      """


         Nothing matches “xyzzy”.

           Esc shows everything
                  again.


       /xyzzy             0 of 3456

      """)
  }

  @Test(arguments: [
    (FeedPlace(number: 3, count: 12, total: 12, isGrowing: false), "", "3 of 12"),
    (FeedPlace(number: 3, count: 12, total: 12, isGrowing: true), "", "3 of 12+"),
    (
      FeedPlace(number: 1_234, count: 123_456, total: 123_456, isGrowing: true), "",
      "1234 of 123 456+"
    ),
    (FeedPlace(number: 3, count: 12, total: 34, isGrowing: false), "x", "/x  3 of 12 (of 34)"),
    (FeedPlace(number: 3, count: 12, total: 34, isGrowing: true), "x", "/x  3 of 12+ (of 34+)"),
    (FeedPlace(number: nil, count: 12, total: 34, isGrowing: true), "", "of 12+"),
  ])
  func thePlaceIsTold(_ place: FeedPlace, _ filter: String, _ words: String) {
    var state = clipState()
    state.feed.filter = FeedFilter(text: filter)
    let row = screen(state, columns: 60, place: place)[8]
    #expect(row == " river.mp4".padded(to: 60 - words.count - 1) + words + " ")
  }

  @Test func whatIsLikedHasAHeart() {
    var state = clipState()
    state.feed.likedIDs = [ItemID(rawValue: 0)]
    #expect(screen(state)[8] == " river.mp4                    ♥  1 of 1 ")
    #expect(screen(state, signs: .ascii)[8] == " river.mp4                   <3  1 of 1 ")
  }

  @Test func aRefreshIsSeen() {
    var state = clipState()
    state.feed.isRefreshing = true
    #expect(screen(state)[8] == " river.mp4          refreshing…  1 of 1 ")
  }

  @Test func itemsToComeAreWaitedForAtTheirEdge() {
    var state = clipState()
    state.feed.spinner = .settled
    #expect(screen(state, columns: 21, rows: 11)[7].dropFirst(10).first == "⠋")
    state.feed.direction = .backwards
    #expect(screen(state, columns: 21, rows: 11)[1].dropFirst(10).first == "⠋")
  }

  @Test func aCountRunsWhileNothingCanBeShown() {
    let place = FeedPlace(number: nil, count: 0, total: 12_345, isGrowing: true)
    expectScreen(
      screen(App.State(), columns: 30, rows: 7, place: place),
      """

            Looking for clips…

           12 345 found so far

       flick

      """)
  }

  @Test func aNoticeSaysHowToTryAgain() {
    var state = App.State()
    let notice = Notice(title: "The feed cannot be read", detail: "The server says 500.")
    let item = FeedItem(id: ItemID(rawValue: -1), kind: .notice(notice))
    var page = NoticeItem.State(item: item, notice: notice, canRetry: true)
    state.feed.items = [.notice(page)]
    state.feed.currentID = item.id
    #expect(screen(state, columns: 60).contains { $0.contains("r tries again.") })
    page.isRetrying = true
    state.feed.items = [.notice(page)]
    #expect(screen(state, columns: 60).contains { $0.contains("Trying again…") })
  }

  @Test func newPagesSurviveEverySize() {
    let states = [
      articleState(), articleState(row: 7), detailsState(), detailsState(row: 5), filterState("ab"),
      filterState("日本", isEmpty: true),
    ]
    for columns in [0, 1, 2, 5, 19, 20, 21, 80, 500] {
      for rows in [0, 1, 2, 5, 6, 7, 24, 200] {
        for state in states {
          #expect(screen(state, columns: columns, rows: rows).count == rows)
        }
      }
    }
  }
}

extension Article {
  /// Paragraphs in several scripts.
  static let harbour = Article(
    title: "The harbour at night",
    paragraphs: [
      "Boats come in late. Their lamps are seen long before their engines are heard, and the men on the quay count them.",
      "港には夜遅く船が入ってくる。灯りは、機関の音が聞こえるずっと前から見える。",
      "הסירות חוזרות בלילה, והאורות נראים מרחוק.",
      "Emoji keep their columns: 🚢⚓️ 👨‍👩‍👧 🇩🇰 done.",
    ],
    link: RemoteAddress("https://example.com/harbour"))
}

extension String {
  fileprivate func padded(to count: Int) -> String {
    self + String(repeating: " ", count: max(count - self.count, 0))
  }
}
