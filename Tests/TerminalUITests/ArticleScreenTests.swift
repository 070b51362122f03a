import Composable
import Models
import Testing

@testable import AppFeature
@testable import TerminalUI

/// What articles look like that are scrolled; `LiteralScreenTests` shows their beginning.
extension ScreenTests {
  func articleState(_ article: Article = .harbour, row: Int = 0) -> App.State {
    var facts = ItemFacts()
    facts.author = "Ann Onymous"
    facts.date = 1_700_000_000
    let item = FeedItem(id: ItemID(rawValue: 3), kind: .article(article), facts: facts)
    var page = ArticleItem(item: item, article: article)
    page.scroll.lastRow = row
    page.scroll.move(by: row)
    var state = App.State()
    state.feed.window.pages = [.article(page)]
    state.feed.window.currentID = .item(item.id)
    (state.feed.window.ahead, state.feed.window.behind) = (.reached, .reached)
    return state
  }

  @Test func scrolledArticle() {
    expectScreen(
      screen(articleState(row: 9), columns: 30, rows: 10),
      """


        港には夜遅く船が入ってく
        る。灯りは、機関の音が聞こ
        えるずっと前から見える。

        הסירות חוזרות בלילה,

       The harbour at night  1 of 1
       Space: read more        56 %
      """)
    expectScreen(
      screen(articleState(row: 900), columns: 30, rows: 10),
      """


        Emoji keep their columns:
        🚢⚓ 👨 DK done.

        https://example.com/
        harbour

       The harbour at night  1 of 1
                                end
      """)
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
