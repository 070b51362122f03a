import AppFeature
import Graphics
import Models
import Platform

/// The texts of a screen, laid out.
package struct PageTexts: Hashable, Sendable {
  /// The article on the page; `nil` for other pages.
  var article: ArticleText?
  /// The details over the page; `nil` if not shown.
  var details: TextWindow?
  /// The chapters over the page; `nil` if not shown.
  var chapters: TextWindow?
  /// What an apply will do, over the page; `nil` if not shown.
  var apply: TextWindow?
  /// The help over everything; `nil` if not shown.
  var help: TextWindow?
}

extension ScreenDrawing {
  /// Lays out the texts of a screen. Takes time with a long article: frequent callers should cache
  /// the result (`PageTextCache`).
  package func texts(_ model: ScreenModel) -> PageTexts {
    var texts = PageTexts()
    if case .article(let page) = model.page {
      texts.article = ArticleText(
        page.article, byline: page.byline(timeZone: timeZone, formats: formats),
        columns: layout.frame.columns)
    }
    if let page = model.details {
      texts.details = TextWindow(
        DetailsContent(
          page.item, media: page.media, failure: page.failure, marks: page.marks,
          timeZone: timeZone, formats: formats),
        closing: keyMap.keyName(for: .close), in: layout.frame)
    }
    if let list = model.chapters {
      texts.chapters = TextWindow(
        list, symbols: symbols, formats: formats, closing: keyMap.keyName(for: .close),
        in: layout.frame)
    }
    if let page = model.apply {
      texts.apply = TextWindow(page.stage, keyMap: keyMap, formats: formats, in: layout.frame)
    }
    if model.helpRow != nil {
      texts.help = TextWindow(
        keyMap, symbols: symbols, tags: model.isTriaging ? model.tags : nil,
        isSheet: model.sheet != nil, in: layout.frame)
    }
    return texts
  }
}

extension ScreenModel.ArticlePage {
  /// The author and date.
  fileprivate func byline(timeZone: (Double) -> Int, formats: LocalFormats) -> CleanText {
    let date = date.flatMap { formats.dateAndTime($0, offset: timeZone($0)) }
    return CleanText([author?.string, date].compactMap(\.self).joined(separator: ", "))
  }
}

/// Caches the texts of the screen while only the scroll position changes.
struct PageTextCache {
  private struct Key: Hashable {
    var page: ScreenModel.Page
    var details: ScreenModel.DetailsPage?
    var chapters: ChapterList?
    var apply: ApplyPage.Stage?
    var isHelpShown: Bool
    var isTriaging: Bool
    var layout: ScreenLayout
    var symbols: SymbolSet
  }

  private var key: Key?
  private var texts = PageTexts()

  /// The texts of a screen.
  mutating func texts(_ model: ScreenModel, drawing: ScreenDrawing) -> PageTexts {
    var wanted = Key(
      page: model.page, details: model.details, chapters: model.chapters, apply: model.apply?.stage,
      isHelpShown: model.helpRow != nil,
      isTriaging: model.isTriaging, layout: drawing.layout, symbols: drawing.symbols)
    if case .article(var page) = model.page {
      page.row = 0
      wanted.page = .article(page)
    }
    wanted.details?.row = 0
    if key != wanted {
      key = wanted
      texts = drawing.texts(model)
    }
    return texts
  }
}
