import Models
import TerminalCore
import Testing

@testable import Settings
@testable import TerminalUI

typealias KeyChange = SettingLayer.KeyEntry

extension KeyChange {
  /// A line of a file.
  init(action: String, keys: [String], line: Int = 1) {
    let origin = SettingOrigin.file("config.toml", TextPosition(line: line))
    self.init(action: action, origin: origin, keys: keys.map { Key(name: $0, origin: origin) })
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
    #expect(map.command(for: "w")?.name == "next-clip")
    #expect(map.command(for: KeyEvent(.character("n"), .control))?.name == "next-clip")
    #expect(map.command(for: "j") == nil)
    #expect(map.command(for: KeyEvent(.down)) == nil)
  }

  @Test func keyMovesFromItsOldAction() {
    let (map, problems) = change([("like", ["m"])])
    #expect(problems.isEmpty)
    #expect(map.command(for: "m")?.name == "like")
    #expect(map.command(for: "l") == nil)
    #expect(map.keys(for: .mute).isEmpty)
    #expect(map.keyName(for: .mute) == nil)
  }

  @Test func twoActionsMaySwapKeys() {
    let (map, problems) = change([("mute", ["l"]), ("like", ["m"])])
    #expect(problems.isEmpty)
    #expect(map.command(for: "m")?.name == "like")
    #expect(map.command(for: "l")?.name == "mute")
  }

  @Test func keyWithTwoActionsIsAnError() {
    let (_, problems) = change([("mute", ["w"]), ("like", ["y", "w"])])
    #expect(problems.map(\.words) == ["w is already bound to `mute`"])
    #expect(problems.map(\.origin) == [.file("config.toml", TextPosition(line: 2))])
    #expect(problems.map(\.isError) == [true])
    // Twice for the same is said twice.
    #expect(change([("mute", ["w", "w"])]).problems.isEmpty)
  }

  @Test func laterBindingWins() {
    let first = change([("mute", ["w"])]).map
    let (map, problems) = change([("like", ["w"])], of: first)
    #expect(problems.isEmpty)
    #expect(map.command(for: "w")?.name == "like")
  }

  @Test func controlCAlwaysQuits() {
    let control = KeyEvent(.character("c"), .control)
    for (action, keys) in [("quit", []), ("quit", ["x"]), ("mute", ["q", "Ctrl-C"])] {
      let (map, _) = change([(action, keys)])
      #expect(map.command(for: control)?.name == "quit")
      #expect(map.keys(for: .quit).contains(control))
    }
    #expect(change([("mute", ["Ctrl-C"])]).problems.map(\.words) == ["Ctrl-C always quits"])
    #expect(KeyMap(bindings: []).command(for: control)?.name == "quit")
  }

  @Test func keysOfTriageAreTheirOwn() {
    let map = change([("reject", ["d"]), ("mute", ["d"])]).map
    #expect(map.command(for: "d", isTriaging: true)?.name == "reject")
    #expect(map.command(for: "d") == .mute && map.command(for: "m") == nil)
    #expect(map.command(for: "x", isTriaging: true) == nil)
    #expect(map.command(for: "3", isTriaging: true)?.name == "rate-3")
    #expect(map.command(for: "3")?.name == "jump-3")
  }

  @Test func keyThatTriageHasIsAWarning() {
    let (map, problems) = change([("mute", ["x"])])
    #expect(problems.map(\.words) == ["x is `reject` while triage is on"])
    #expect(problems.map(\.isError) == [false])
    #expect(map.command(for: "x")?.name == "mute")
    #expect(map.command(for: "x", isTriaging: true)?.name == "reject")
    #expect(change([("mute", ["x"]), ("reject", ["d"])]).problems.isEmpty)
  }

  @Test func anActionMayHaveNoKey() {
    let (map, problems) = change([("like", [])])
    #expect(problems.isEmpty)
    #expect(map.command(for: "l") == nil)
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

  @Test func actionsWithoutKeysAreNotListed() {
    #expect(KeyMap.standard.command(named: "tag-20")?.name == "tag-20")
    #expect(!KeyMap.standard.actionTable.contains("`tag-5`"))
    #expect(!KeyMap.standard.triageSummaries.contains { $0.keys.isEmpty })
    let map = change([("tag-5", ["w"]), ("like", [])]).map
    #expect(map.actionTable.contains("| `tag-5` | tag 5 | `w` |"))
    // The user has taken its keys away.
    #expect(map.actionTable.contains("| `like` | like |  |"))
  }

  @Test func namesOfEarlierVersionsHold() {
    let (map, problems) = change([("captions", ["w"])])
    #expect(problems.isEmpty)
    #expect(map.command(for: "w")?.name == "subtitles" && map.command(for: "c") == nil)
  }

  @Test func actionNamesAreUnique() {
    let names = KeyMap.standard.bindings.map(\.command.name)
    #expect(Set(names).count == names.count)
    let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789-")
    #expect(names.allSatisfy { $0.allSatisfy(allowed.contains) })
  }

  @Test func anyKeyCanBeBoundToAnyAction() {
    for name in KeyMap.standard.bindings.map(\.command.name) {
      let (map, problems) = change([(name, ["F12"])])
      #expect(problems.isEmpty)
      let command = map.command(for: KeyEvent(.function(12)), isTriaging: true)
      #expect(command?.name == name)
    }
  }
}
