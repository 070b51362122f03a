import AppFeature
import Platform
import TerminalCore

/// What a key does in the overview.
package enum OverviewKey: Hashable, Sendable {
  case overview(Overview.Action)
  case command(Command)

  /// The keys that the overview has of its own, and what they do.
  package static let summaries: [(keys: String, summary: String)] = [
    (translatable("Arrows, h j k l"), translatable("move")),
    ("PgUp PgDn", translatable("a screen up, down")),
    ("Home End", translatable("first, last clip")),
    (translatable("Enter, click"), translatable("play the clip")),
    ("Esc", translatable("back to the clip")),
    ("+ -", translatable("larger, smaller")),
    ("Space", translatable("mark a clip, or not")),
    ("L", translatable("like or unlike")),
  ]

  /// Reads a key; `nil` for one that does nothing here.
  package init?(_ event: KeyEvent, keyMap: KeyMap, isTriaging: Bool) {
    if let action = Self.action(event) {
      self = .overview(action)
      return
    }
    // `l` moves here.
    if event == "L", keyMap.command(for: event)?.contexts.contains(.overview) != true {
      self = .command(.like)
      return
    }
    guard let command = keyMap.command(for: event, isTriaging: isTriaging),
      command.contexts.contains(.overview)
    else { return nil }
    self = command.inOverview.map(OverviewKey.overview) ?? .command(command)
  }

  /// Keys that move in two dimensions and the one that marks, whatever they do on a page.
  private static func action(_ event: KeyEvent) -> Overview.Action? {
    guard event.modifiers.isEmpty else { return nil }
    return switch event.key {
    case .left, .character("h"): .moved(.tiles(-1))
    case .right, .character("l"): .moved(.tiles(1))
    case .up, .character("k"): .moved(.rows(-1))
    case .down, .character("j"): .moved(.rows(1))
    case .pageUp: .moved(.pages(-1))
    case .pageDown: .moved(.pages(1))
    case .home: .moved(.first)
    case .end: .moved(.last)
    case .enter: .opened
    case .character(" "): .markTapped
    default: nil
    }
  }
}
