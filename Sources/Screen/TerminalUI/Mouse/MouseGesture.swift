import Platform

/// A mouse gesture, as described to the user.
package struct MouseGesture: Hashable, Sendable {
  package var name: String
  /// What it does, short enough for the help.
  package var label: String
  /// What it does, in a few words for a table.
  package var summary: String

  /// All gestures; `Pointer` defines what they mean.
  package static let all = [
    MouseGesture(
      name: translatable("Wheel"), label: translatable("next, previous"),
      summary: translatable(
        "next or previous clip; on the seek bar, 5 seconds; over an overlay, scroll")),
    MouseGesture(
      name: translatable("Click"), label: translatable("pause; double: like"),
      summary: translatable(
        "pause or play; double-click: like; on the seek bar or a neighbour, go there")),
    MouseGesture(
      name: translatable("Drag"), label: translatable("seek on the bar"),
      summary: translatable("seek along the bar")),
    MouseGesture(
      name: translatable("Right click"), label: translatable("details"),
      summary: translatable("details")),
    MouseGesture(
      name: translatable("Shift-drag"), label: translatable("select text"),
      summary: translatable(
        "select text (handled by the terminal; the modifier may differ)")),
  ]
}
