import CellGraphics

/// What the user asked of the terminal.
package struct TerminalOptions: Hashable, Sendable {
  /// How many colours the picture uses; `nil` as many as the terminal has.
  package var color: ColorDepth?

  /// Whether the mouse is reported to Flick rather than used by the terminal to select text.
  package var hasMouse: Bool

  /// The terminal's device; `nil` for the one the process belongs to.
  package var devicePath: String?

  /// Creates options.
  package init(color: ColorDepth? = nil, hasMouse: Bool = true, devicePath: String? = nil) {
    self.color = color
    self.hasMouse = hasMouse
    self.devicePath = devicePath
  }
}
