import Graphics
import Models
import TerminalCore

/// The control sequences Flick writes itself (ECMA-48; "XTerm Control Sequences").
enum ControlBytes {
  /// DEC private mode 2026: the terminal shows what follows at once, when the mode ends.
  static let beginSynchronizedUpdate = Array("\u{1B}[?2026h".utf8)
  static let endSynchronizedUpdate = Array("\u{1B}[?2026l".utf8)

  /// DSR; the reply `CSI 0n` comes when everything before it has been read.
  static let statusRequest = Array("\u{1B}[5n".utf8)

  /// DA1, whose reply differs from that of a status request.
  static let fence = Array("\u{1B}[c".utf8)

  /// What ends a frame.
  static let endOfFrame = endSynchronizedUpdate + statusRequest

  /// Resets the pen, moves the cursor to the upper left corner.
  static let resetPenAndHome = Array("\u{1B}[m\u{1B}[H".utf8)

  /// Moves the cursor to the upper left corner.
  static let home = Array("\u{1B}[H".utf8)

  /// The longest movement of the cursor (CUP), to the last cell of the largest screen.
  static let longestMove = 11

  /// Saves the title of the window, and restores it (XTWINOPS).
  private static let pushTitle = "\u{1B}[22;2t"
  private static let popTitle = "\u{1B}[23;2t"
  /// For windows that cannot save a title: that of a clip is not left behind.
  private static let noTitle = "\u{1B}]2;\u{1B}\\"

  /// Sets the title of the window (OSC 2), cut to what a window shows at most.
  static func title(_ title: CleanText, hasUnicode: Bool) -> [UInt8] {
    let title = CleanText(bytes: title.string.utf8, limit: 120)
    let text = hasUnicode ? title.string : String(title.plain.string.map { $0.isASCII ? $0 : "?" })
    return Array("\u{1B}]2;\(text)\u{1B}\\".utf8)
  }

  /// Makes sixels start at the cursor whatever mode 80 (DECSDM) was, and saves that mode.
  static let beginSixel = Array("\u{1B}[?80s\u{1B}[?80l".utf8)
  private static let endSixel = "\u{1B}[?80r"

  /// Takes the screen: title saved, alternate screen (1049), cursor hidden (25), bracketed paste
  /// (2004), autowrap (7), mouse buttons (1000) and drags (1002) in SGR form (1006), then erases
  /// everything. A terminal without 1002 stays with 1000.
  ///
  /// - Parameters:
  ///   - hasMouse: Whether the mouse is reported.
  ///   - hasTitle: Whether the window gets titles.
  ///   - isAlternate: Whether the alternate screen is on already. Some terminals save the cursor
  ///     with it; a second time would save the wrong position, and the wrong title.
  ///   - questions: The queries to send; anything they leave on screen is erased.
  ///   - ground: The depth of a terminal that erases in the pen's background: the screen becomes
  ///     black.
  /// - Returns: Bytes for a terminal that is not inside a sequence.
  static func take(
    hasMouse: Bool, hasTitle: Bool = true, isAlternate: Bool, questions: [UInt8],
    ground: ColorDepth? = nil
  ) -> [UInt8] {
    let alternate = isAlternate ? "" : "\(hasTitle ? pushTitle : "")\u{1B}[?1049h"
    let mouse = hasMouse ? "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h" : ""
    return Array("\(alternate)\u{1B}[?25l\u{1B}[?2004h\u{1B}[?7h\(mouse)".utf8) + questions
      + Array("\u{1B}[m\(ground?.blackGround ?? "")\u{1B}[H\u{1B}[2J".utf8)
  }

  /// Turns reports of every pointer motion (1003) on, or back to what `take` set. In terminals
  /// where the modes are one, leaving 1003 would end all reports, so 1002 follows.
  static func motion(isReported: Bool) -> [UInt8] {
    Array((isReported ? "\u{1B}[?1003h" : "\u{1B}[?1003l\u{1B}[?1000h\u{1B}[?1002h").utf8)
  }

  /// Ends mouse reports on a terminal that may be inside a sequence, and requests a reply that
  /// comes after the last of them.
  static let endMouseReports = Array("\u{18}\u{1B}\\\(mouseOff)\u{1B}[5n".utf8)

  private static let mouseOff = "\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1000l"

  /// Restores the terminal.
  ///
  /// It may follow a frame cut anywhere, so CAN and ST come first: they end an incomplete sequence
  /// and string. The end of a synchronised update comes before everything that must be visible.
  ///
  /// - Parameters:
  ///   - hasAlternateScreen: Whether leaving restores the previous screen; if not, it is erased.
  ///   - hasTitle: Whether the window has got titles.
  ///   - images: The output method of frames.
  /// - Returns: At most 512 bytes, the limit of `CrashRestore`.
  static func giveBack(
    hasAlternateScreen: Bool, hasTitle: Bool = true, images: OutputMethod = .cells
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
      \u{18}\u{1B}\\\u{1B}[?2026l\(clean)\(mouseOff)\u{1B}[?2004l\(hasTitle ? noTitle + popTitle : "")\
      \u{1B}[m\(erase)\
      \u{1B}[?1049l\u{1B}[?25h
      """.utf8)
  }
}
