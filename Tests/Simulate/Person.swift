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
  /// Seconds between two keys.
  var pause = 0.05...2.0

  static let all = [
    Person(
      name: "swiper",
      weights: [("next-clip", 60), ("previous-clip", 20), ("first-clip", 1), ("last-clip", 1)],
      haste: 0.2),
    Person(
      name: "judge", arguments: ["--triage", "--show", "all"],
      weights: [
        ("next-clip", 20), ("previous-clip", 8), ("keep", 20), ("reject", 20), ("rate-3", 5),
        ("undo", 8), ("keep-here", 3), ("unjudge", 3),
      ],
      haste: 0.25, verdicts: ["keep", "reject"]),
    // Holds a key: a terminal repeats it 30 times a second.
    Person(
      name: "holder", weights: [("next-clip", 10), ("previous-clip", 10)], haste: 0,
      pause: 0.033...0.034),
    Person(name: "anybody", weights: everything),
    Person(name: "curator", arguments: ["--triage"], weights: everything, haste: 0.05),
  ]

  /// All commands but those that leave, stop, or start another program.
  private static let everything = KeyMap.standard.bindings.map(\.command.name)
    .filter { !["quit", "open", "edit-caption"].contains($0) }
    .map { ($0, $0.hasSuffix("-clip") ? 10 : 1) }

  /// The commands of the next press.
  func commands(using generator: inout SeededGenerator) -> [String] {
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
  func pause(after press: Script.Press, using generator: inout SeededGenerator) -> Double {
    // After a verdict one looks what came of it.
    let isJudged = press.commands.contains { Oracle.decisions.contains($0) }
    return Double.random(in: isJudged ? 2...4 : pause, using: &generator)
  }
}
