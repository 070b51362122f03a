import TerminalCore

/// The symbols for drawing the screen: in UTF-8, or in ASCII.
package struct SymbolSet: Hashable, Sendable {
  /// Marks a clip that plays, and one that does not.
  package let playing: String
  package let paused: String
  /// A played cell of the seek bar, and an unplayed one.
  package let played: String
  package let rest: String
  /// A buffered cell, and one in which a chapter starts.
  package let buffered: String
  package let tick: String
  /// Partially played cells: the first is empty, then in equal steps.
  package let partials: [String]
  /// The spinner's frames, one column each.
  package let spinner: [String]
  /// Marks a liked item.
  package let liked: String
  /// Marks an item that was seen before.
  package let seen: String
  /// Marks a clip that loops.
  package let loop: String
  /// Whether arrows can be shown.
  package let hasArrows: Bool

  /// Whether typographic characters are also replaced by ASCII.
  package var isPlain: Bool { !hasArrows }

  /// Block elements, arrows and Braille patterns.
  package static let unicode = SymbolSet(
    playing: "▶", paused: "‖", played: "█", rest: "─", buffered: "━", tick: "│",
    partials: ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"],
    spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"], liked: "♥", seen: "✓",
    loop: "↻", hasArrows: true)

  /// Characters every terminal has.
  package static let ascii = SymbolSet(
    playing: ">", paused: "|", played: "=", rest: "-", buffered: "~", tick: "|", partials: [""],
    spinner: ["|", "/", "-", "\\"], liked: "<3", seen: "seen", loop: "again", hasArrows: false)
}

extension SymbolSet {
  /// The set that suits a terminal.
  package init(_ capabilities: Capabilities) {
    // Blocks, arrows and lines are of ambiguous width.
    self = capabilities.hasUnicode && !capabilities.isAmbiguousWide ? .unicode : .ascii
  }
}
