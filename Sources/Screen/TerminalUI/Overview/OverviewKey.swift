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
    let command = keyMap.command(for: event, isTriaging: isTriaging)
    // Letters that the user has given another meaning keep it.
    if let move = Self.moves[event], command.map(Self.replaced.contains) ?? true {
      self = .overview(.moved(move))
      return
    }
    // `l` moves here.
    if event == "L", command?.contexts.contains(.overview) != true {
      self = .command(.like)
      return
    }
    guard let command, command.contexts.contains(.overview)
    else { return nil }
    self = command.inOverview.map(OverviewKey.overview) ?? .command(command)
  }

  /// Letters that move, and the commands whose keys they are by default.
  private static let moves: [KeyEvent: Overview.Move] = [
    "h": .tiles(-1), "l": .tiles(1), "k": .rows(-1), "j": .rows(1),
  ]
  private static let replaced: Set<Command> = [.help, .like, .nextClip, .previousClip]

  /// Keys that move in two dimensions and the one that marks, whatever they do on a page.
  private static func action(_ event: KeyEvent) -> Overview.Action? {
    guard event.modifiers.isEmpty else { return nil }
    return switch event.key {
    case .left: .moved(.tiles(-1))
    case .right: .moved(.tiles(1))
    case .up: .moved(.rows(-1))
    case .down: .moved(.rows(1))
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
