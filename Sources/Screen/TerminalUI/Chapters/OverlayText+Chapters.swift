import AppFeature
import Graphics
import Models
import Platform
import TerminalCore

extension OverlayText {
  /// With wider overlays, titles are far from their times.
  private static let maxChapterColumns = 70

  /// Lays out the chapters of a clip.
  ///
  /// - Parameters:
  ///   - closing: The key that closes the overlay; `nil` if none does.
  ///   - area: The frame's area.
  init(
    _ list: Chapters.State, symbols: SymbolSet, formats: LocalFormats, closing: String?,
    in area: CellRect
  ) {
    func column(_ texts: [String]) -> [String] {
      let width = texts.map(\.count).max() ?? 0
      return texts.map { CleanText.blanks(width - $0.count).string + $0 }
    }
    let numbers = column(list.chapters.indices.map { formats.count($0 + 1) })
    let times = column(list.chapters.map { formats.clock($0.start) })
    self.init(
      .localized("Chapters"), maxColumns: Self.maxChapterColumns, closing: closing, in: area
    ) { columns in
      list.chapters.indices.map { index -> ChromeLine in
        let isSelected = index == list.selected
        let text = CleanText(
          " \(isSelected ? symbols.playing : " ") \(numbers[index])  \(times[index])  "
            + list.chapters[index].title.string)
        return [ChromeSpan(text.fitted(toColumns: columns - 1), isSelected ? .accent : [])]
      }
    }
  }
}
