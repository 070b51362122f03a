import TerminalCore

/// The symbols for drawing the screen: in UTF-8, or in ASCII.
package struct SymbolSet: Hashable, Sendable {
  /// Marks a clip that plays, and one that does not.
  package let playing: String
  package let paused: String
  /// The filled part of a bar, and of a thin one.
  package let block: Filling
  package let line: Filling
  /// An unfilled cell.
  package let rest: String
  /// A buffered cell, and one in which a chapter starts.
  package let buffered: String
  package let tick: String
  /// A cell in which a marked part begins, and one in which it ends.
  package var partStart: String { "[" }
  package var partEnd: String { "]" }
  /// The spinner's frames, one column each.
  package let spinner: [String]
  package let liked: String
  /// Mark what the user keeps and rejects.
  var kept: String { hasArrows ? "✓" : "+" }
  var rejected: String { hasArrows ? "✗" : "x" }
  /// Marks what the next key is for, in the overview.
  var marked: String { hasArrows ? "●" : "#" }
  package let star: String
  package let hasArrows: Bool

  /// Whether typographic characters are also replaced by ASCII.
  package var isPlain: Bool { !hasArrows }

  /// The symbols that fill a bar.
  package struct Filling: Hashable, Sendable {
    package let full: String
    /// Partially filled cells: the first is empty, then in equal steps.
    package let partials: [String]
  }

  /// Block elements, arrows and Braille patterns.
  package static let unicode = SymbolSet(
    playing: "▶", paused: "‖",
    block: Filling(full: "█", partials: ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]),
    line: Filling(full: "━", partials: ["", "╾"]), rest: "─", buffered: "━", tick: "│",
    spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"], liked: "♥",
    star: "★", hasArrows: true)

  /// Characters every terminal has.
  package static let ascii = SymbolSet(
    playing: ">", paused: "|", block: Filling(full: "=", partials: [""]),
    line: Filling(full: "=", partials: [""]), rest: "-", buffered: "~", tick: "|",
    spinner: ["|", "/", "-", "\\"], liked: "<3", star: "*", hasArrows: false)
}

extension SymbolSet {
  /// The set that suits a terminal.
  package init(_ capabilities: Capabilities) {
    // Blocks, arrows and lines are of ambiguous width.
    self = capabilities.hasUnicode && !capabilities.isAmbiguousWide ? .unicode : .ascii
  }
}
