import Graphics
import Models

@testable import TerminalCore
@testable import TerminalUI

/// A terminal that keeps what is presented and is ready when the test says so.
@MainActor
final class FakeTerminal: Terminal {
  var size = CellSize(columns: 40, rows: 10)
  var capabilities = Capabilities(colorDepth: .trueColor, hasUnicode: true, cellAspect: 0.5)
  var isReady = true
  var timeToScreen: Double? = 0
  var frameCount: Int { screens.count }
  var isExact: Bool { framesUntilExact <= 0 }
  var framesUntilExact = 0
  var onEvents: (@MainActor ([TerminalEvent]) -> Void)?
  var screens: [[String]] = []
  var exactness: [Bool] = []
  var scrolls: [RowScroll?] = []
  /// The colours in the middle of the screens.
  var colors: [Color] = []
  var timing = DisplayTiming()
  var link = LinkStatistics()
  var isMotionReported = false
  var cursor: (column: Int, row: Int)?
  var title: CleanText = ""

  func present(
    _ surface: Surface, chrome: [ChromeWindow], exactly: Bool, scroll: RowScroll?
  ) -> Bool {
    guard isReady else { return false }
    framesUntilExact -= 1
    exactness.append(exactly)
    scrolls.append(scroll)
    colors.append(surface[surface.size.columns / 2, surface.size.rows / 2].foreground)
    screens.append(text(of: surface, chrome: chrome))
    return true
  }
  func timeToScreen(ofFrame number: Int) -> Double? { timeToScreen }
  func reportMotion(_ isWanted: Bool) { isMotionReported = isWanted }
  func redraw() {}
  func suspend() {}
  func restore() {}
}
