import Platform
import Settings
import TerminalCore

extension KeyMap {
  /// The map with other keys for some actions, in place of those they have. Keys that other actions had
  /// go over to these.
  ///
  /// - Returns: The map as far as the changes make sense, and what does not.
  package func changed(
    _ changes: [SettingLayer.KeyEntry]
  ) -> (map: KeyMap, problems: [SettingProblem]) {
    var problems: [SettingProblem] = []
    var chosen: [String: [KeyEvent]] = [:]
    var owners: [Slot: (action: String, origin: SettingOrigin)] = [:]
    let names = bindings.map(\.command.name)
    for change in changes {
      guard let command = command(named: change.action) else {
        // What is typed is meant for this start; a file may be for another version as well.
        problems.append(
          SettingProblem(
            change.origin, Self.unknownAction(change.action, names),
            isError: change.origin == .commandLine))
        continue
      }
      let isOfTriage = command.group == .triage
      var keys: [KeyEvent] = []
      for entry in change.keys {
        func report(_ words: String) { problems.append(SettingProblem(entry.origin, words)) }
        guard let key = KeyEvent(name: entry.name)?.asSent else {
          report(Self.unknownKey(entry.name))
          continue
        }
        if key == Self.alwaysQuits, command != .quit {
          report(localized("%s always quits", key.name))
        } else if let owner = owners[Slot(key, isOfTriage)]?.action, owner != command.name {
          report(localized("%1$s is already bound to `%2$s`", key.name, owner))
        } else if !keys.contains(key) {
          owners[Slot(key, isOfTriage)] = (command.name, entry.origin)
          keys.append(key)
        }
      }
      chosen[command.name] = keys
    }
    let map = with(chosen, taken: Set(owners.keys))
    for (slot, owner) in owners where !slot.isOfTriage {
      guard let other = map.triageCommands[slot.key], other.group == .triage else { continue }
      problems.append(
        SettingProblem(
          owner.origin,
          localized("%1$s is `%2$s` while triage is on", slot.key.name, other.name),
          isError: false))
    }
    return (map, problems)
  }

  /// The command with a name, or one that had it in an earlier version; `nil` if there is none.
  package func command(named name: String) -> Command? {
    bindings.map(\.command).first { $0.name == name || $0.alias == name }
  }

  /// A key, in triage or otherwise: there it may do something else.
  private struct Slot: Hashable {
    var key: KeyEvent
    var isOfTriage: Bool

    init(_ key: KeyEvent, _ isOfTriage: Bool) {
      self.key = key
      self.isOfTriage = isOfTriage
    }
  }

  private func with(_ chosen: [String: [KeyEvent]], taken: Set<Slot>) -> KeyMap {
    var changed = bindings
    for index in changed.indices {
      let name = changed[index].command.name
      let isOfTriage = changed[index].command.group == .triage
      changed[index].keys =
        chosen[name] ?? changed[index].keys.filter { !taken.contains(Slot($0, isOfTriage)) }
      if changed[index].command == .quit, !changed[index].keys.contains(Self.alwaysQuits) {
        changed[index].keys.append(Self.alwaysQuits)
      }
    }
    // One line covers all the digits only while they are unchanged.
    let haveMoved = zip(bindings, changed).contains { $0.keyNames != nil && $0.keys != $1.keys }
    for index in changed.indices where haveMoved { changed[index].keyNames = nil }
    return KeyMap(bindings: changed)
  }

  private static func unknownAction(_ name: String, _ names: [String]) -> String {
    let nearest = NearestName.of(name, among: names)
    return nearest.map { localized("unknown action `%1$s`: did you mean `%2$s`?", name, $0) }
      ?? localized("unknown action `%s`", name)
  }

  private static func unknownKey(_ name: String) -> String {
    let nearest = NearestName.of(name, among: KeyEvent.names)
    return nearest.map { localized("unknown key \"%1$s\": did you mean \"%2$s\"?", name, $0) }
      ?? localized("unknown key \"%s\"", name)
  }
}
