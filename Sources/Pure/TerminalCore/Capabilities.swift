import CellGraphics

/// What a terminal can show.
package struct Capabilities: Hashable, Sendable {
  /// How many colours the picture may use.
  package var colorDepth: ColorDepth

  /// Whether it shows UTF-8, so half blocks too. Otherwise cells are spaces of one colour.
  package var hasUnicode: Bool

  /// Width over height of a cell; 0.5 where the terminal does not tell.
  package var cellAspect: Double

  /// Creates capabilities.
  package init(colorDepth: ColorDepth, hasUnicode: Bool = true, cellAspect: Double = 0.5) {
    self.colorDepth = colorDepth
    self.hasUnicode = hasUnicode
    self.cellAspect = cellAspect
  }

  /// Width over height of a cell, from the size of the screen in cells and in pixels.
  ///
  /// - Returns: 0.5 if a size is missing or the result is no shape of a character.
  package static func cellAspect(columns: Int, rows: Int, pixelWidth: Int, pixelHeight: Int)
    -> Double
  {
    guard columns > 0, rows > 0, pixelWidth > 0, pixelHeight > 0 else { return 0.5 }
    let aspect = Double(pixelWidth) * Double(rows) / (Double(columns) * Double(pixelHeight))
    // Some terminals fill in the pixels of the display, or nonsense.
    return (0.25...1).contains(aspect) ? aspect : 0.5
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

  /// Creates a description.
  package init(colors: Int, hasDirectColor: Bool = false, hasAlternateScreen: Bool = true) {
    self.colors = colors
    self.hasDirectColor = hasDirectColor
    self.hasAlternateScreen = hasAlternateScreen
  }
}

extension ColorDepth {
  /// Tells how many colours a terminal has from what it says about itself.
  ///
  /// - Parameters:
  ///   - environment: `COLORTERM` (the convention of termstandard/colors), `TERM`, and `STY`: GNU
  ///     Screen passes `COLORTERM` on but not the colours.
  ///   - description: What terminfo says of `TERM`.
  /// - Returns: The most the terminal is known to have.
  package static func detected(
    environment: [String: String], description: TerminalDescription
  ) -> ColorDepth {
    let name = environment["TERM"] ?? ""
    let isInScreen = !(environment["STY"] ?? "").isEmpty
    let promise = environment["COLORTERM"]?.lowercased()
    if !isInScreen, promise == "truecolor" || promise == "24bit" { return .trueColor }
    if description.hasDirectColor || namesTrueColor(name) { return .trueColor }
    switch description.colors {
    case 256...: return .palette256
    case 16...: return .palette16
    case 8...: return .palette8
    default: return .mono
    }
  }

  /// Whether a value of TERM belongs to terminals that all take 24-bit colours.
  private static func namesTrueColor(_ name: String) -> Bool {
    if name.hasSuffix("-direct") { return true }
    let base = name.hasPrefix("xterm-") ? name.dropFirst("xterm-".count) : Substring(name)
    return ["kitty", "foot", "alacritty", "ghostty", "wezterm"].contains { known in
      base == known || base.hasPrefix(known + "-")
    }
  }
}
