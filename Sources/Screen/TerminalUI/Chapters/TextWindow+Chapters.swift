import AppFeature
import Graphics
import Models
import Platform
import TerminalCore

extension TextWindow {
  /// With wider windows, titles are far from their times.
  private static let maxChapterColumns = 70

  /// Lays out the chapters of a clip.
  ///
  /// - Parameters:
  ///   - list: The chapters, and which is selected.
  ///   - symbols: The symbol for that one.
  ///   - formats: How times are written.
  ///   - closing: The key that closes the window.
  ///   - area: The frame's area.
  init(
    _ list: ChapterList, symbols: SymbolSet, formats: LocalFormats, closing: String?,
    in area: CellRect
  ) {
    let isSmall = Self.isSmall(area)
    let columns = isSmall ? area.columns : min(area.columns - 8, Self.maxChapterColumns)
    let times = list.chapters.map { formats.clock($0.start) }
    let timeColumns = times.map(\.count).max() ?? 0
    let numberColumns = formats.count(list.chapters.count).count
    let lines = list.chapters.indices.map { index -> ChromeLine in
      let isSelected = index == list.selected
      let number = formats.count(index + 1)
      let gaps = (
        CleanText.blanks(numberColumns - number.count).string,
        CleanText.blanks(timeColumns - times[index].count).string
      )
      let text =
        " \(isSelected ? symbols.playing : " ") \(gaps.0)\(number)  \(gaps.1)\(times[index])  "
        + list.chapters[index].title.string
      return [ChromeSpan(CleanText(text).fitted(toColumns: columns - 1), isSelected ? .accent : [])]
    }
    self.init(
      .localized("Chapters"), lines, columns: columns, margin: isSmall ? 0 : 2, minRows: 0,
      closing: closing, keepsClosing: !isSmall, in: area)
  }
}
