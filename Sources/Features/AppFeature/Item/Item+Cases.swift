import Composable
import Models

extension Item.State {
  /// The state of the page of a clip or picture.
  package static let clipCase = CasePath<Item.State, ClipItem.State>(
    embed: Item.State.clip, extract: { if case .clip(let state) = $0 { state } else { nil } })

  /// The page of a clip or picture, if it is one.
  package var clip: ClipItem.State? { Self.clipCase.extract(self) }

  /// The article's page, if it is one.
  package var article: ArticleItem? { if case .article(let page) = self { page } else { nil } }

  /// The notice's page, if it is one.
  package var notice: NoticeItem? { if case .notice(let page) = self { page } else { nil } }
}

extension Item.Action {
  /// The actions of the page of a clip or picture.
  package static let clipCase = CasePath<Item.Action, ClipItem.Action>(
    embed: Item.Action.clip, extract: { if case .clip(let action) = $0 { action } else { nil } })
}
