import Graphics
import Models

/// What a terminal can show.
package struct Capabilities: Hashable, Sendable {
  /// How many colours the frame may use.
  package var colorDepth: ColorDepth

  /// Whether it shows UTF-8.
  package var hasUnicode = true

  /// Whether characters of ambiguous width (East Asian Width A of UAX #11), block elements among
  /// them, take two columns.
  package var isAmbiguousWide = false

  /// Whether it moves rows as `RowScroll` asks for.
  package var movesRows = true

  /// Whether images that it shows can be shown elsewhere without being sent again.
  package var movesImages = false

  /// How frames come onto the screen.
  package var frameForm = FrameForm.glyphs(.half)

  /// Width over height of a cell; 0.5 where the terminal does not tell.
  package var cellAspect = 0.5

  /// The size of a cell in pixels, where the terminal tells.
  package var cellPixels: PixelSize?

  /// The terminal's own background, where it is light; `nil` where it is dark or not known.
  package var lightBackground: Color?

  /// Whether text may have colours (https://no-color.org); the frame has them in any case.
  package var hasColoredText = true

  /// Takes over the shape of a cell, from whatever tells of it: the kernel, which over SSH seldom
  /// knows, or the terminal.
  ///
  /// - Parameters:
  ///   - screen: The size in cells.
  ///   - pixels: The same in pixels as the kernel has it; zeros if it does not know.
  ///   - answers: What the terminal has said.
  package mutating func measureCell(
    screen: CellSize, pixels: PixelSize, answers: TerminalAnswers
  ) {
    let told = answers.cellPixels
    // Whole pixels: some terminals count a border or a scroll bar in.
    func cell(_ all: PixelSize) -> PixelSize? {
      TerminalAnswers.cell(
        width: all.width / max(screen.columns, 1), height: all.height / max(screen.rows, 1))
    }
    cellPixels = told ?? cell(pixels) ?? answers.screenPixels.flatMap(cell)
    let one = CellSize(columns: 1, rows: 1)
    cellAspect =
      Self.cellAspect(screen: screen, pixels: pixels)
      ?? told.flatMap { Self.cellAspect(screen: one, pixels: $0) }
      ?? answers.screenPixels.flatMap { Self.cellAspect(screen: screen, pixels: $0) } ?? 0.5
  }

  /// Width over height of a cell, from the size of the screen in cells and in pixels.
  ///
  /// - Returns: `nil` if a size is missing or the result is no shape of a character.
  static func cellAspect(screen: CellSize, pixels: PixelSize) -> Double? {
    guard screen.columns > 0, screen.rows > 0, pixels.width > 0, pixels.height > 0 else {
      return nil
    }
    let aspect =
      Double(pixels.width) * Double(screen.rows) / (Double(screen.columns) * Double(pixels.height))
    // Some terminals fill in the pixels of the display, or nonsense.
    return (0.25...1).contains(aspect) ? aspect : nil
  }
}

extension Capabilities {
  /// Creates the capabilities of a terminal of which little else is known.
  package init(colorDepth: ColorDepth, hasUnicode: Bool) {
    self.init(colorDepth: colorDepth, hasUnicode: hasUnicode, isAmbiguousWide: false)
  }
}

/// What terminfo says about a terminal.
package struct TerminalDescription: Hashable, Sendable {
  /// `colors`; below 8 for a terminal without.
  package var colors: Int
  /// `RGB` or `Tc`: the terminal takes 24-bit colours.
  package var hasDirectColor: Bool
  /// `smcup`: leaving brings back what was on the screen before.
  package var hasAlternateScreen: Bool
  /// `csr`, `indn` and `rin`: rows can be moved within margins, by more than one.
  package var movesRows: Bool

  /// Creates a description.
  package init(
    colors: Int, hasDirectColor: Bool = false, hasAlternateScreen: Bool = true,
    movesRows: Bool = true
  ) {
    self.colors = colors
    self.hasDirectColor = hasDirectColor
    self.hasAlternateScreen = hasAlternateScreen
    self.movesRows = movesRows
  }
}

extension ColorDepth {
  /// Tells how many colours a terminal has from what it says about itself.
  ///
  /// - Parameters:
  ///   - environment: `COLORTERM` (the convention of termstandard/colors), `TERM`, the variables by
  ///     which terminals make themselves known to their children, and `STY` and `TMUX`: what GNU
  ///     Screen and tmux pass on of those is not about themselves.
  ///   - description: What terminfo says of `TERM`.
  ///   - answers: What the terminal has said. What a multiplexer says is about itself, not about
  ///     the terminal it draws on: it turns 24-bit colours into what that one has.
  /// - Returns: The most the terminal is known to have.
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
    // Terminals that call themselves plain xterm have had 256 colours for many years; the
    // description of that name has not.
    case 8... where name == "xterm": return .palette256
    case 16...: return .palette16
    case 8...: return .palette8
    default: return .mono
    }
  }

  /// Whether a variable names a terminal, of a version that takes 24-bit colours.
  private static func makesItselfKnown(_ environment: [String: String]) -> Bool {
    /// The first number in a variable's value.
    func number(_ variable: String) -> Int {
      let digits = environment[variable]?.drop { !$0.isNumber }.prefix { $0.isNumber }
      return digits.flatMap { Int($0) } ?? 0
    }
    let programs = ["iTerm.app", "WezTerm", "vscode", "ghostty", "mintty", "rio", "Hyper"]
    // Since xterm #331, VTE 0.36 and Konsole 2.6 (as they announce themselves: 3600, 20600).
    return number("XTERM_VERSION") >= 331 || number("VTE_VERSION") >= 3600
      || number("KONSOLE_VERSION") >= 20_600
      || ["KITTY_WINDOW_ID", "WT_SESSION", "ALACRITTY_WINDOW_ID"].contains {
        !(environment[$0] ?? "").isEmpty
      }
      || programs.contains(environment["TERM_PROGRAM"] ?? "")
  }

  /// Whether a value of TERM belongs to terminals that all take 24-bit colours.
  private static func namesTrueColor(_ name: String) -> Bool {
    if name.hasSuffix("-direct") { return true }
    let base = name.hasPrefix("xterm-") ? name.dropFirst("xterm-".count) : Substring(name)
    return ["kitty", "foot", "alacritty", "ghostty", "wezterm", "st"].contains { known in
      base == known || base.hasPrefix(known + "-")
    }
  }
}
