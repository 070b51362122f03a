import Composable
import Models

extension Item.State {
  /// The state of a clip's page.
  package static let clipCase = CasePath<Item.State, ClipItem.State>(
    embed: Item.State.clip, extract: { if case .clip(let state) = $0 { state } else { nil } })

  /// The state of a picture's page.
  package static let pictureCase = CasePath<Item.State, PictureItem.State>(
    embed: Item.State.picture, extract: { if case .picture(let state) = $0 { state } else { nil } })

  /// The state of an article's page.
  package static let articleCase = CasePath<Item.State, ArticleItem.State>(
    embed: Item.State.article, extract: { if case .article(let state) = $0 { state } else { nil } })

  /// The state of a notice's page.
  package static let noticeCase = CasePath<Item.State, NoticeItem.State>(
    embed: Item.State.notice, extract: { if case .notice(let state) = $0 { state } else { nil } })

  /// The clip's page, if it is one.
  package var clip: ClipItem.State? { Self.clipCase.extract(self) }

  /// The picture's page, if it is one.
  package var picture: PictureItem.State? { Self.pictureCase.extract(self) }

  /// The article's page, if it is one.
  package var article: ArticleItem.State? { Self.articleCase.extract(self) }

  /// The notice's page, if it is one.
  package var notice: NoticeItem.State? { Self.noticeCase.extract(self) }
}

extension Item.Action {
  /// The actions of a clip's page.
  package static let clipCase = CasePath<Item.Action, ClipItem.Action>(
    embed: Item.Action.clip, extract: { if case .clip(let action) = $0 { action } else { nil } })

  /// The actions of a picture's page.
  package static let pictureCase = CasePath<Item.Action, PictureItem.Action>(
    embed: Item.Action.picture,
    extract: { if case .picture(let action) = $0 { action } else { nil } })

  /// The actions of an article's page.
  package static let articleCase = CasePath<Item.Action, ArticleItem.Action>(
    embed: Item.Action.article,
    extract: { if case .article(let action) = $0 { action } else { nil } })

  /// The actions of a notice's page.
  package static let noticeCase = CasePath<Item.Action, NoticeItem.Action>(
    embed: Item.Action.notice,
    extract: { if case .notice(let action) = $0 { action } else { nil } })
}
