import Graphics
import TerminalCore

/// The control sequences Flick writes itself (ECMA-48; "XTerm Control Sequences").
enum ControlBytes {
  /// DEC private mode 2026: the terminal shows what follows as one, at its end.
  static let beginSynchronizedUpdate = Array("\u{1B}[?2026h".utf8)
  static let endSynchronizedUpdate = Array("\u{1B}[?2026l".utf8)

  /// DSR, answered with `CSI 0n` when everything before has been read.
  static let statusRequest = Array("\u{1B}[5n".utf8)

  /// Plain pen, cursor in the upper left corner.
  static let resetPenAndHome = Array("\u{1B}[m\u{1B}[H".utf8)

  /// Cursor in the upper left corner.
  static let home = Array("\u{1B}[H".utf8)

  /// Sixels begin at the cursor, whatever mode 80 (DECSDM) was, which is saved.
  static let beginSixel = Array("\u{1B}[?80s\u{1B}[?80l".utf8)
  private static let endSixel = "\u{1B}[?80r"

  /// Makes the screen Flick's: alternate screen (1049), cursor hidden (25), bracketed paste (2004),
  /// autowrap (7), mouse buttons (1000) and motion while one is held (1002) in SGR form (1006), all of it
  /// erased. A terminal without 1002 stays with 1000.
  ///
  /// - Parameters:
  ///   - hasMouse: Whether the mouse is reported.
  ///   - isAlternate: Whether the alternate screen is on already. Where a terminal saves the cursor
  ///     with it, a second time would save it in the wrong place.
  ///   - questions: What to ask; whatever they leave on the screen is erased.
  /// - Returns: Bytes for a terminal that takes no part of a sequence now.
  static func take(hasMouse: Bool, isAlternate: Bool, questions: [UInt8]) -> [UInt8] {
    let alternate = isAlternate ? "" : "\u{1B}[?1049h"
    let mouse = hasMouse ? "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h" : ""
    return Array("\(alternate)\u{1B}[?25l\u{1B}[?2004h\u{1B}[?7h\(mouse)".utf8) + questions
      + Array("\u{1B}[m\u{1B}[H\u{1B}[2J".utf8)
  }

  /// Has each motion of the pointer reported (1003), or only what `take` asks for. Where the modes are
  /// one, leaving 1003 would end all reports, so 1002 follows.
  static func motion(isReported: Bool) -> [UInt8] {
    Array((isReported ? "\u{1B}[?1003h" : "\u{1B}[?1003l\u{1B}[?1000h\u{1B}[?1002h").utf8)
  }

  /// Ends the reports of the mouse, on a terminal that may be inside a sequence, and asks for an
  /// answer that comes after the last of them.
  static let endMouseReports = Array("\u{18}\u{1B}\\\(mouseOff)\u{1B}[5n".utf8)

  private static let mouseOff = "\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1000l"

  /// Makes it again what it was.
  ///
  /// It may follow a frame cut anywhere, so CAN and ST come first: they end a sequence and a string
  /// that are not complete. The end of a synchronised update comes before all that must be seen.
  ///
  /// - Parameters:
  ///   - hasAlternateScreen: Whether leaving brings back what was there; else it is erased.
  ///   - images: By which means frames have been shown.
  /// - Returns: At most 512 bytes, as `CrashRestore` takes them.
  static func giveBack(
    hasAlternateScreen: Bool, images: OutputMethod = .cells
  ) -> [UInt8] {
    let erase = hasAlternateScreen ? "" : "\u{1B}[H\u{1B}[2J"
    let clean =
      switch images {
      case .cells: ""
      case .kitty: String(decoding: KittyGraphics.deleteAll, as: UTF8.self)
      case .sixel: endSixel
      }
    return Array(
      """
      \u{18}\u{1B}\\\u{1B}[?2026l\(clean)\(mouseOff)\u{1B}[?2004l\u{1B}[m\(erase)\
      \u{1B}[?1049l\u{1B}[?25h
      """.utf8)
  }
}
