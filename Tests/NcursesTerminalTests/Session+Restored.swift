import Glibc
import TestSupport

@testable import NcursesTerminal

extension Session {
  /// What is wrong with the terminal after it was given back.
  ///
  /// - Parameter isResized: Whether the screen has had other sizes since it was taken: the model
  ///   may have lost lines of the shell's then.
  /// - Returns: Empty if it is as it was found.
  func problemsAfterRestoring(isResized: Bool = false) -> [String] {
    var problems: [String] = []
    if pty.modes != initialModes { problems.append("modes") }
    if !model.isCursorVisible { problems.append("cursor hidden") }
    // Autowrap is on in every shell.
    let modes = model.privateModes.subtracting([7, 25])
    if !modes.isEmpty { problems.append("private modes \(modes)") }
    if !isResized {
      let lines = Self.shellText.split(separator: "\r\n")
      let shown = model.rows
      let expected = lines.map(String.init) + Array(repeating: "", count: shown.count - lines.count)
      if shown != expected { problems.append("screen \(shown)") }
      if model.cursor != (0, lines.count) { problems.append("cursor at \(model.cursor)") }
    }
    // What the shell writes next must look as it always does.
    let cursor = model.cursor
    model.feed("q")
    let cell = model.cell(column: cursor.column, row: cursor.row)
    if cell.text != "q" || cell.foreground != .standard || cell.background != .standard
      || cell.isBold || cell.isReverse || cell.isUnderlined || cell.isItalic
    {
      problems.append("the next character shows as \(cell)")
    }
    model.feed("\u{8}")
    return problems
  }
}
