import AppFeature
import Clients
import Graphics
import Models
import Platform
import TerminalCore

extension OverlayText {
  /// With wider overlays, lines are hard to follow.
  private static let maxApplyColumns = 100
  /// With fewer, no folder can be told from another.
  private static let minWayColumns = 12
  /// Nobody reads more files than that; all of them are counted.
  private static let maxFiles = 1_000

  /// Lays out what an apply will do.
  ///
  /// - Parameter area: The frame's area.
  init(
    _ stage: Apply.Stage, keyMap: KeyMap, formats: LocalFormats, in area: CellRect
  ) {
    self.init(
      .localized("Apply"), maxColumns: Self.maxApplyColumns, closing: keyMap.keyName(for: .close),
      keepsClosing: true, in: area
    ) { Self.lines(stage, formats, columns: max($0 - 2, 1)) }
  }

  private static func lines(
    _ stage: Apply.Stage, _ formats: LocalFormats, columns: Int
  ) -> [ChromeLine] {
    func wrapped(_ text: CleanText, _ style: ChromeStyle = []) -> [ChromeLine] {
      text.wrapped(toColumns: columns).map { [ChromeSpan(" "), ChromeSpan($0, style)] }
    }
    switch stage {
    case .planning: return wrapped(.localized("Looking at the files…"))
    case .applying: return wrapped(.localized("Working…"))
    case .ready(let overview):
      let steps = overview.batch.steps
      let text = ApplyText(
        Array(steps), kept: overview.kept, rejected: overview.rejected, formats: formats)
      var lines = text.totals.flatMap { wrapped($0, .bold) }
      if !steps.isEmpty { lines += wrapped(.localized("y does it; u takes it back.")) }
      for problem in overview.problems.prefix(maxFiles) { lines += wrapped(problem, .warning) }
      let files = ApplyText(
        Array(steps.prefix(maxFiles)), kept: 0, rejected: 0, formats: formats
      ).names
      if !files.isEmpty { lines.append([]) }
      lines += files.map { file in
        // Of many files, the folders are alike.
        let name = file.name.fittedAtBothEnds(toColumns: columns)
        let rest = columns - name.displayWidth - 2
        let way = rest < minWayColumns ? "" : file.way.fittedAtBothEnds(toColumns: rest)
        return [ChromeSpan(" "), ChromeSpan(name), ChromeSpan("  "), ChromeSpan(way, .dim)]
      }
      if steps.count > maxFiles {
        lines += wrapped(.localized("and %s more", formats.count(steps.count - maxFiles)))
      }
      return lines
    }
  }
}
