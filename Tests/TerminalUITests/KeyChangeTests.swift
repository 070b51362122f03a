import Models
import TerminalCore
import Testing

@testable import Settings
@testable import TerminalUI

typealias KeyChange = SettingLayer.KeyEntry

extension KeyChange {
  /// A line of a file, with each key in a column of its own.
  init(action: String, keys: [String], line: Int = 1) {
    func origin(_ column: Int) -> SettingOrigin {
      .file("config.toml", TextPosition(line: line, column: column))
    }
    self.init(
      action: action, origin: origin(1),
      keys: keys.enumerated().map { Key(name: $1, origin: origin($0 + 2)) })
  }
}

@Suite struct KeyChangeTests {
  private func change(_ changes: [(String, [String])], of map: KeyMap = .standard)
    -> (map: KeyMap, problems: [SettingProblem])
  {
    map.changed(
      changes.enumerated().map { KeyChange(action: $1.0, keys: $1.1, line: $0 + 1) })
  }

  @Test func newKeysReplaceOldOnes() {
    let (map, problems) = change([("next-clip", ["w", "Ctrl-N"])])
    #expect(problems.isEmpty)
    #expect(map.intent(for: "w") == .nextPage)
    #expect(map.intent(for: KeyEvent(.character("n"), .control)) == .nextPage)
    #expect(map.intent(for: "j") == nil)
    #expect(map.intent(for: KeyEvent(.down)) == nil)
  }

  @Test func keyMovesFromItsOldAction() {
    let (map, problems) = change([("like", ["m"])])
    #expect(problems.isEmpty)
    #expect(map.intent(for: "m") == .toggleLike)
    #expect(map.intent(for: "l") == nil)
    #expect(map.keys(for: .toggleMute).isEmpty)
    #expect(map.keyName(for: .toggleMute) == nil)
  }

  @Test func twoActionsMaySwapKeys() {
    let (map, problems) = change([("mute", ["l"]), ("like", ["m"])])
    #expect(problems.isEmpty)
    #expect(map.intent(for: "m") == .toggleLike)
    #expect(map.intent(for: "l") == .toggleMute)
  }

  @Test func keyWithTwoActionsIsAnError() {
    let (_, problems) = change([("mute", ["w"]), ("like", ["y", "w"])])
    #expect(problems.map(\.words) == ["w is already bound to `mute`"])
    #expect(
      problems.map(\.origin) == [.file("config.toml", TextPosition(line: 2, column: 3))])
    #expect(problems.map(\.isError) == [true])
    // Twice for the same is said twice.
    #expect(change([("mute", ["w", "w"])]).problems.isEmpty)
  }

  @Test func laterBindingWins() {
    let first = change([("mute", ["w"])]).map
    let (map, problems) = change([("like", ["w"])], of: first)
    #expect(problems.isEmpty)
    #expect(map.intent(for: "w") == .toggleLike)
  }

  @Test func controlCAlwaysQuits() {
    let control = KeyEvent(.character("c"), .control)
    for (action, keys) in [("quit", []), ("quit", ["x"]), ("mute", ["q", "Ctrl-C"])] {
      let (map, _) = change([(action, keys)])
      #expect(map.intent(for: control) == .quit)
      #expect(map.keys(for: .quit).contains(control))
    }
    #expect(change([("mute", ["Ctrl-C"])]).problems.map(\.words) == ["Ctrl-C always quits"])
    #expect(KeyMap(bindings: []).intent(for: control) == .quit)
  }

  @Test func keysOfTriageAreTheirOwn() {
    let map = change([("reject", ["d"]), ("mute", ["d"])]).map
    #expect(map.intent(for: "d", isTriaging: true) == .judge(.reject, goesOn: true))
    #expect(map.intent(for: "d") == .toggleMute && map.intent(for: "m") == nil)
    #expect(map.intent(for: "x", isTriaging: true) == nil)
    #expect(map.intent(for: "3", isTriaging: true) == .rate(3))
    #expect(map.intent(for: "3") == .jump(toFraction: 0.3))
  }

  @Test func keyThatTriageHasIsAWarning() {
    let (map, problems) = change([("mute", ["x"])])
    #expect(problems.map(\.words) == ["x is `reject` while triage is on"])
    #expect(problems.map(\.isError) == [false])
    #expect(map.intent(for: "x") == .toggleMute)
    #expect(map.intent(for: "x", isTriaging: true) == .judge(.reject, goesOn: true))
    #expect(change([("mute", ["x"]), ("reject", ["d"])]).problems.isEmpty)
  }

  @Test func anActionMayHaveNoKey() {
    let (map, problems) = change([("like", [])])
    #expect(problems.isEmpty)
    #expect(map.intent(for: "l") == nil)
  }

  @Test(arguments: [
    ("next-clp", "unknown action `next-clp`: did you mean `next-clip`?"),
    ("teleport", "unknown action `teleport`"),
  ])
  func unknownActionIsAWarning(_ action: String, _ words: String) {
    let (_, problems) = change([(action, ["x"])])
    #expect(problems.map(\.words) == [words])
    #expect(problems.map(\.isError) == [false])
  }

  @Test(arguments: [
    ("PgDwn", "unknown key \"PgDwn\": did you mean \"PgDn\"?"),
    ("Hyper-Q", "unknown key \"Hyper-Q\""),
  ])
  func unknownKeyIsAnError(_ key: String, _ words: String) {
    let (_, problems) = change([("like", [key])])
    #expect(problems.map(\.words) == [words])
    #expect(problems.map(\.isError) == [true])
  }

  @Test func changedDigitsAreListedSingly() {
    #expect(KeyMap.standard.markdownTable.contains("| 0…9 | jump to 0 %…90 % |"))
    let table = change([("jump-3", ["F3"])]).map.markdownTable
    #expect(!table.contains("0…9"))
    #expect(table.contains("| F3 | jump to 30 % |"))
    #expect(table.contains("| 4 | jump to 40 % |"))
  }

  @Test func actionNamesAreUnique() {
    let names = KeyMap.standard.bindings.map(\.intent.action.name)
    #expect(Set(names).count == names.count)
    let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789-")
    #expect(names.allSatisfy { $0.allSatisfy(allowed.contains) })
  }

  @Test func anyKeyCanBeBoundToAnyAction() {
    for name in KeyMap.standard.bindings.map(\.intent.action.name) {
      let (map, problems) = change([(name, ["F12"])])
      #expect(problems.isEmpty)
      let intent = map.intent(for: KeyEvent(.function(12)), isTriaging: true)
      #expect(intent?.action.name == name)
    }
  }
}
