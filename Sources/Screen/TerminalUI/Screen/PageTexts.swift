import AppFeature
import Graphics
import Models
import Platform

/// The texts of a screen, laid out.
package struct PageTexts: Hashable, Sendable {
  /// The article on the page; `nil` for other pages.
  var article: ArticleText?
  /// What lies over the page; `nil` for nothing that hides it.
  var overlay: OverlayText?
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
    texts.overlay = model.overlay.flatMap { overlay($0, model) }
    return texts
  }

  private func overlay(_ overlay: Overlay.State, _ model: ScreenModel) -> OverlayText? {
    let closing = keyMap.keyName(for: .close)
    switch overlay.content {
    case .help:
      return OverlayText(
        keyMap, symbols: symbols, tags: model.isTriaging ? model.tags : nil,
        isOverview: model.overview != nil, in: layout.frame)
    case .details(let details):
      let content = DetailsContent(
        details.item, media: details.facts, server: details.server,
        failure: model.clip?.failure, marks: model.marks, timeZone: timeZone, formats: formats)
      return OverlayText(content, closing: closing, in: layout.frame)
    case .chapters(let chapters):
      return OverlayText(
        chapters, symbols: symbols, formats: formats, closing: closing, in: layout.frame)
    case .apply(let apply):
      return OverlayText(apply.stage, keyMap: keyMap, formats: formats, in: layout.frame)
    case .line: return nil
    }
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
    var overlay: Overlay.Content?
    var marks: ItemMarks
    var isTriaging: Bool
    var layout: ScreenLayout
    var symbols: SymbolSet
  }

  private var key: Key?
  private var texts = PageTexts()

  mutating func texts(_ model: ScreenModel, drawing: ScreenDrawing) -> PageTexts {
    var wanted = Key(
      page: model.page, overlay: model.isCovered ? model.overlay?.content : nil, marks: model.marks,
      isTriaging: model.isTriaging, layout: drawing.layout, symbols: drawing.symbols)
    if case .article(var page) = model.page {
      page.row = 0
      wanted.page = .article(page)
    }
    if key != wanted {
      key = wanted
      texts = drawing.texts(model)
    }
    return texts
  }
}
