import Graphics
import TerminalCore

extension Terminal {
  /// Shows a surface with chrome over it, as one frame in which nothing has moved as a whole.
  @discardableResult
  package func present(
    _ surface: Surface, chrome: [ChromeWindow], exactly: Bool = false
  ) -> Bool {
    present(surface, chrome: chrome, exactly: exactly, scroll: nil)
  }
}
