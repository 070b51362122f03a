import TerminalCore

/// The toasts the screen is drawn with: those of a terminal that shows UTF-8, or ASCII.
package struct SymbolSet: Hashable, Sendable {
  /// Marks a clip that plays, and one that does not.
  package let playing: String
  package let paused: String
  /// A cell of the seek bar that has been played, and one that has not.
  package let played: String
  package let rest: String
  /// One that is here to be played, and one in which a chapter begins.
  package let buffered: String
  package let tick: String
  /// Parts of a played cell: the first is nothing, each one more of equal steps.
  package let partials: [String]
  /// The spinner's frames, a column each.
  package let spinner: [String]
  /// Marks an item that the user likes.
  package let liked: String
  /// Marks a clip that starts again at its end.
  package let loop: String
  /// Whether arrows can be shown.
  package let hasArrows: Bool

  /// Whether typographic characters, too, are said in ASCII.
  package var isPlain: Bool { !hasArrows }

  /// Block elements, arrows and Braille patterns.
  package static let unicode = SymbolSet(
    playing: "▶", paused: "‖", played: "█", rest: "─", buffered: "━", tick: "│",
    partials: ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"],
    spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"], liked: "♥",
    loop: "↻", hasArrows: true)

  /// What every terminal has.
  package static let ascii = SymbolSet(
    playing: ">", paused: "|", played: "=", rest: "-", buffered: "~", tick: "|", partials: [""],
    spinner: ["|", "/", "-", "\\"], liked: "<3", loop: "again", hasArrows: false)
}

extension SymbolSet {
  /// The set that suits a terminal.
  package init(_ capabilities: Capabilities) {
    // Blocks, arrows and lines are of ambiguous width.
    self = capabilities.hasUnicode && !capabilities.isAmbiguousWide ? .unicode : .ascii
  }
}
