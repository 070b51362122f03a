import Graphics
import Models

package struct Capabilities: Hashable, Sendable {
  package var colorDepth: ColorDepth

  /// Whether it shows UTF-8.
  package var hasUnicode = true

  /// Whether characters of ambiguous width (East Asian Width A of UAX #11), block elements among
  /// them, take two columns.
  package var isAmbiguousWide = false

  /// Whether it scrolls rows as `RowScroll` needs.
  package var movesRows = true

  /// Whether images on screen can be moved without being sent again.
  package var movesImages = false
  /// Whether images are in memory that the terminal shares: they cost the link nothing.
  package var sharesImages = false

  package var frameForm = FrameForm.glyphs(.half)

  /// Width over height of a cell; 0.5 if the terminal does not report it.
  package var cellAspect = 0.5

  /// The size of a cell in pixels, if the terminal reports it.
  package var cellPixels: PixelSize?

  /// The terminal's background if it is light; `nil` if it is dark or unknown.
  package var lightBackground: Color?

  /// Whether text may have colours (https://no-color.org); the frame always has them.
  package var hasColoredText = true

  /// Sets the shape of a cell from any source: the kernel, which rarely knows it over SSH, or the
  /// terminal.
  ///
  /// - Parameters:
  ///   - screen: The size in cells.
  ///   - pixels: The same in pixels from the kernel; zeros if unknown.
  ///   - answers: The terminal's replies.
  package mutating func measureCell(
    screen: CellSize, pixels: PixelSize, answers: TerminalAnswers
  ) {
    let reported = answers.cellPixels
    // Whole pixels: some terminals include a border or a scroll bar.
    func cell(_ all: PixelSize) -> PixelSize? {
      TerminalAnswers.cell(
        width: all.width / max(screen.columns, 1), height: all.height / max(screen.rows, 1))
    }
    cellPixels = reported ?? cell(pixels) ?? answers.screenPixels.flatMap(cell)
    let one = CellSize(columns: 1, rows: 1)
    cellAspect =
      Self.cellAspect(screen: screen, pixels: pixels)
      ?? reported.flatMap { Self.cellAspect(screen: one, pixels: $0) }
      ?? answers.screenPixels.flatMap { Self.cellAspect(screen: screen, pixels: $0) } ?? 0.5
  }

  /// Width over height of a cell, from the size of the screen in cells and in pixels.
  ///
  /// - Returns: `nil` if a size is missing or the result is implausible for a character.
  static func cellAspect(screen: CellSize, pixels: PixelSize) -> Double? {
    guard screen.columns > 0, screen.rows > 0, pixels.width > 0, pixels.height > 0 else {
      return nil
    }
    let aspect =
      Double(pixels.width) * Double(screen.rows) / (Double(screen.columns) * Double(pixels.height))
    // Some terminals report the pixels of the display, or garbage.
    return (0.25...1).contains(aspect) ? aspect : nil
  }
}

extension Capabilities {
  package init(colorDepth: ColorDepth, hasUnicode: Bool) {
    self.init(colorDepth: colorDepth, hasUnicode: hasUnicode, isAmbiguousWide: false)
  }
}

package struct TerminalDescription: Hashable, Sendable {
  /// `colors`; below 8 for a terminal without colours.
  package var colors: Int
  /// `RGB` or `Tc`: the terminal takes 24-bit colours.
  package var hasDirectColor: Bool
  /// `smcup`: leaving restores the previous screen.
  package var hasAlternateScreen: Bool
  /// `csr`, `indn` and `rin`: rows can be scrolled within margins, by more than one.
  package var movesRows: Bool
  /// `bce`: what is erased gets the background colour.
  package var erasesInColor: Bool

  package init(
    colors: Int, hasDirectColor: Bool = false, hasAlternateScreen: Bool = true,
    movesRows: Bool = true, erasesInColor: Bool = true
  ) {
    self.colors = colors
    self.hasDirectColor = hasDirectColor
    self.hasAlternateScreen = hasAlternateScreen
    self.movesRows = movesRows
    self.erasesInColor = erasesInColor
  }
}

extension ColorDepth {
  /// Detects a terminal's colour depth.
  ///
  /// - Parameters:
  ///   - environment: `COLORTERM` (the convention of termstandard/colors), `TERM`, the variables by
  ///     which terminals identify themselves to their children, and `STY` and `TMUX`: under GNU
  ///     Screen and tmux, those variables describe another terminal.
  ///   - description: The terminfo description of `TERM`.
  ///   - answers: The terminal's replies. A multiplexer replies for itself, not for the terminal it
  ///     draws on: it converts 24-bit colours to what that one has.
  /// - Returns: The highest depth the terminal is known to have.
  package static func detected(
    environment: [String: String], description: TerminalDescription,
    answers: TerminalAnswers = TerminalAnswers()
  ) -> ColorDepth {
    func has(_ variable: String) -> Bool { !(environment[variable] ?? "").isEmpty }
    let name = environment["TERM"] ?? ""
    let promise = environment["COLORTERM"]?.lowercased()
    if !has("STY"), promise == "truecolor" || promise == "24bit" { return .trueColor }
    if description.hasDirectColor || namesTrueColor(name) { return .trueColor }
    if !Multiplexer.isNamed(in: environment), !answers.isMultiplexer {
      if makesItselfKnown(environment) { return .trueColor }
      if answers.colorDepth == .trueColor || answers.isOfTrueColor { return .trueColor }
      if answers.colorDepth == .palette256 { return .palette256 }
    }
    switch description.colors {
    case 256...: return .palette256
    // Terminals that call themselves plain xterm have had 256 colours for many years; the terminfo
    // entry of that name has not.
    case 8... where name == "xterm": return .palette256
    case 16...: return .palette16
    case 8...: return .palette8
    default: return .mono
    }
  }

  /// Whether a variable names a terminal, of a version that supports 24-bit colours.
  private static func makesItselfKnown(_ environment: [String: String]) -> Bool {
    /// The first number in a variable's value.
    func number(_ variable: String) -> Int {
      let digits = environment[variable]?.drop { !$0.isNumber }.prefix { $0.isNumber }
      return digits.flatMap { Int($0) } ?? 0
    }
    let programs = ["iTerm.app", "WezTerm", "vscode", "ghostty", "mintty", "rio", "Hyper"]
    // Since xterm #331, VTE 0.36 and Konsole 2.6 (reported as 3600 and 20600).
    return number("XTERM_VERSION") >= 331 || number("VTE_VERSION") >= 3600
      || number("KONSOLE_VERSION") >= 20_600
      || ["KITTY_WINDOW_ID", "WT_SESSION", "ALACRITTY_WINDOW_ID"].contains {
        !(environment[$0] ?? "").isEmpty
      }
      || programs.contains(environment["TERM_PROGRAM"] ?? "")
  }

  /// Whether a value of TERM belongs to terminals that all support 24-bit colours.
  private static func namesTrueColor(_ name: String) -> Bool {
    if name.hasSuffix("-direct") { return true }
    let base = name.hasPrefix("xterm-") ? name.dropFirst("xterm-".count) : Substring(name)
    return ["kitty", "foot", "alacritty", "ghostty", "wezterm", "st"].contains { known in
      base == known || base.hasPrefix(known + "-")
    }
  }
}
