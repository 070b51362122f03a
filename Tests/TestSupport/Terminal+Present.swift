import Graphics
import TerminalCore

extension Terminal {
  /// Shows a surface with chrome over it, as a frame without any scrolling.
  @discardableResult
  package func present(
    _ surface: Surface, chrome: [ChromeWindow], exactly: Bool = false
  ) -> Bool {
    present(surface, chrome: chrome, exactly: exactly, scroll: nil)
  }
}
