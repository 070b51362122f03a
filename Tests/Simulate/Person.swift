import TerminalUI
import TestSupport

/// Somebody who presses keys.
struct Person {
  let name: String
  /// How Flick is started.
  var arguments: [String] = []
  /// How often each command is used, beside the others.
  let weights: [(command: String, weight: Int)]
  /// How often keys are pressed many at a time, of 1.
  var haste = 0.1
  /// What ends a burst of swipes, if anything.
  var verdicts: [String] = []
  /// What is pressed next after a command, mostly.
  var sequels: [String: String] = [:]
  /// Seconds between two keys.
  var pause = 0.05...2.0
  /// Whether `close` is pressed at the end, until nothing is open.
  var closesAll = false

  static let all = [
    Person(
      name: "swiper",
      weights: [("next-clip", 60), ("previous-clip", 20), ("first-clip", 1), ("last-clip", 1)],
      haste: 0.2),
    Person(
      name: "judge", arguments: ["--triage", "--show", "all"], weights: judging, haste: 0.25,
      verdicts: ["keep", "reject"]),
    // Holds a key: a terminal repeats it 30 times a second.
    Person(
      name: "holder", weights: [("next-clip", 10), ("previous-clip", 10)], haste: 0,
      pause: 0.033...0.034),
    // Looks at each clip for a while, and at the list of keys.
    Person(
      name: "watcher",
      weights: [("next-clip", 12), ("previous-clip", 4), ("help", 4), ("refresh", 1)],
      pause: 3.0...14.0),
    // Looks for something in a clip.
    Person(
      name: "hunter",
      weights: [
        ("pause", 20), ("step-forward", 8), ("step-back", 8), ("seek-forward", 4), ("seek-back", 4),
        ("next-clip", 6), ("previous-clip", 3),
      ] + (0...9).map { ("jump-\($0)", 2) },
      haste: 0, pause: 2.0...4.0),
    // Has files follow the verdicts.
    Person(
      name: "clearer", arguments: ["--triage", "--show", "all"], weights: judging + [("apply", 8)],
      haste: 0.1, sequels: ["apply": "copy-path"]),
    // Opens what can be opened.
    Person(
      name: "opener",
      weights: [
        ("help", 4), ("details", 4), ("chapters", 4), ("overview", 4), ("statistics", 4),
        ("apply", 2),
        ("excerpts", 2), ("film", 1), ("edit-tags", 2), ("find", 1), ("go-to", 1), ("close", 8),
        ("next-clip", 12), ("previous-clip", 6), ("pause", 1),
      ],
      pause: 0.05...1.0, closesAll: true),
    Person(name: "anybody", weights: everything),
    Person(name: "curator", arguments: ["--triage"], weights: everything, haste: 0.05),
  ]

  /// How often `close` is pressed at the end.
  static let closing = 6

  private static let judging = [
    ("next-clip", 20), ("previous-clip", 8), ("keep", 20), ("reject", 20), ("rate-3", 5),
    ("undo", 8),
    ("keep-here", 3), ("unjudge", 3),
  ]

  /// All commands with keys but those that leave, stop, or start another program.
  private static let everything = KeyMap.standard.bindings.filter { !$0.keys.isEmpty }
    .map(\.command.name)
    .filter { !["quit", "open", "edit-caption"].contains($0) }
    .map { ($0, $0.hasSuffix("-clip") ? 10 : 1) }

  /// Whether what is decided can be followed.
  var isJudging: Bool { arguments.contains("--show") }
  /// Whether any key is pressed, and a filter may hide clips.
  var isAnybody: Bool { weights.contains { $0.command == "find" } }
  /// Whether clips may go to another place.
  var movesFiles: Bool { weights.contains { $0.command == "apply" } }

  /// The commands of the next press.
  func commands(after last: String?, using generator: inout SeededGenerator) -> [String] {
    if let sequel = last.flatMap({ sequels[$0] }) {
      return [Int.random(in: 0..<4, using: &generator) > 0 ? sequel : "close"]
    }
    guard Double.random(in: 0..<1, using: &generator) < haste else {
      return [command(using: &generator)]
    }
    let swipe = Bool.random(using: &generator) ? "next-clip" : "previous-clip"
    let count = Int.random(in: 2...12, using: &generator)
    let end =
      verdicts.isEmpty ? nil : verdicts[Int.random(in: 0..<verdicts.count, using: &generator)]
    return Array(repeating: swipe, count: count) + [end].compactMap(\.self)
  }

  private func command(using generator: inout SeededGenerator) -> String {
    var rest = Int.random(in: 0..<weights.reduce(0) { $0 + $1.weight }, using: &generator)
    for (command, weight) in weights {
      rest -= weight
      if rest < 0 { return command }
    }
    return weights[0].command
  }

  /// Seconds until the next press.
  ///
  /// - Parameter patience: How long it may take until a key has done all it does.
  func pause(
    after press: Script.Press, patience: Double, using generator: inout SeededGenerator
  ) -> Double {
    // After a verdict one looks what came of it, and before one confirms, what it is about.
    let isLookedAt = press.commands.contains {
      Oracle.Judging.commands.contains($0) || $0 == "apply" || isJudging && $0 == "copy-path"
    }
    return isLookedAt
      ? Double.random(in: 2...4, using: &generator) + patience - Oracle.patience
      : Double.random(in: pause, using: &generator)
  }
}
