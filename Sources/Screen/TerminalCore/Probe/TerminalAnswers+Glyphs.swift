import Graphics
import Models

extension TerminalAnswers {
  /// The finest mosaics that the terminal is known to draw itself, exactly and without a font; `nil`
  /// if it is not known to draw any.
  ///
  /// - Parameter term: The value of TERM.
  package func drawnGlyphs(term: String) -> GlyphSet? {
    guard !isMultiplexer else { return nil }
    if let name = name?.string {
      let known = GlyphDrawer.all.first { name.hasPrefix($0.name) }
      return known.flatMap { $0.glyphs(of: Self.version(name.dropFirst($0.name.count))) }
    }
    // Without a name there is a version in DA2.
    guard let version else { return nil }
    if kind == 65 { return GlyphDrawer.vte.glyphs(of: [version]) }
    // Alacritty reports the version of its library: 0.24.1 is that of Alacritty 0.14.
    return kind == 0 && term.hasPrefix("alacritty") && version >= 2401 ? .sextant : nil
  }

  /// The numbers of a version, such as 0.26.5 or 20240203-110809-5046fc22; empty if one is none.
  private static func version(_ text: Substring) -> [Int] {
    let parts = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
      .split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    return numbers.count == parts.count ? numbers : []
  }
}

/// A terminal that draws mosaics itself (docs/decisions/cells-glyphs.md lists the sources).
private struct GlyphDrawer {
  /// How its reply to XTVERSION begins.
  let name: String
  /// The first version that draws sextants.
  let sextants: [Int]
  /// The first version that draws octants; `nil` if none does.
  var octants: [Int]?

  func glyphs(of version: [Int]) -> GlyphSet? {
    if let octants, !version.lexicographicallyPrecedes(octants) { return .octant }
    return version.lexicographicallyPrecedes(sextants) ? nil : .sextant
  }

  static let vte = GlyphDrawer(name: "VTE(", sextants: [7000], octants: [7800])
  static let all = [
    vte,
    GlyphDrawer(name: "kitty(", sextants: [0, 19, 3], octants: [0, 40]),
    GlyphDrawer(name: "foot(", sextants: [1, 7], octants: [1, 20]),
    GlyphDrawer(name: "ghostty ", sextants: [1], octants: [1, 2]),
    GlyphDrawer(name: "Konsole ", sextants: [22, 4]),
    GlyphDrawer(name: "WezTerm ", sextants: [20_210_814]),
  ]
}
