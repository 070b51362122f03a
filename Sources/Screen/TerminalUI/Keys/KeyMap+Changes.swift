import Platform
import Settings
import TerminalCore

/// New keys for an action, in place of its current ones.
package struct KeyChange: Hashable, Sendable {
  /// The action's name.
  package var action: String
  /// The keys' names; empty for no key.
  package var keys: [String]

  /// Creates a change.
  package init(action: String, keys: [String]) {
    self.action = action
    self.keys = keys
  }
}

/// A problem with a change.
package struct KeyChangeProblem: Hashable, Sendable {
  /// Which change, and which of its keys; `nil` for the action itself.
  package var change: Int
  package var key: Int?
  package var words: String
  /// Whether the map is not as intended. A newer version may know the action.
  package var isError: Bool
}

extension KeyMap {
  /// The map with new keys for some actions. Keys are taken from other actions if needed.
  ///
  /// - Returns: The map with all valid changes, and the problems.
  package func changed(_ changes: [KeyChange]) -> (map: KeyMap, problems: [KeyChangeProblem]) {
    var problems: [KeyChangeProblem] = []
    var chosen: [String: [KeyEvent]] = [:]
    var owners: [KeyEvent: String] = [:]
    let names = bindings.map(\.intent.action.name)
    for (index, change) in changes.enumerated() {
      func report(_ words: String, key: Int? = nil, isError: Bool = true) {
        problems.append(
          KeyChangeProblem(change: index, key: key, words: words, isError: isError))
      }
      guard names.contains(change.action) else {
        report(Self.unknownAction(change.action, names), isError: false)
        continue
      }
      var keys: [KeyEvent] = []
      for (place, name) in change.keys.enumerated() {
        guard let key = KeyEvent(name: name)?.asSent else {
          report(Self.unknownKey(name), key: place)
          continue
        }
        if key == Self.alwaysQuits, change.action != Intent.quit.action.name {
          report(localized("%s always quits", key.name), key: place)
        } else if let owner = owners[key], owner != change.action {
          report(localized("%1$s is a key of `%2$s` already", key.name, owner), key: place)
        } else if !keys.contains(key) {
          owners[key] = change.action
          keys.append(key)
        }
      }
      chosen[change.action] = keys
    }
    return (with(chosen, taken: Set(owners.keys)), problems)
  }

  private func with(_ chosen: [String: [KeyEvent]], taken: Set<KeyEvent>) -> KeyMap {
    var changed = bindings
    for index in changed.indices {
      let name = changed[index].intent.action.name
      changed[index].keys = chosen[name] ?? changed[index].keys.filter { !taken.contains($0) }
      if changed[index].intent == .quit, !changed[index].keys.contains(Self.alwaysQuits) {
        changed[index].keys.append(Self.alwaysQuits)
      }
    }
    // One line covers all the digits only while they are unchanged.
    let haveMoved = zip(bindings, changed).contains { $0.keyNames != nil && $0.keys != $1.keys }
    for index in changed.indices where haveMoved && changed[index].keyNames != nil {
      changed[index].keyNames = nil
      changed[index].summary = changed[index].intent.action.label
    }
    return KeyMap(bindings: changed)
  }

  private static func unknownAction(_ name: String, _ names: [String]) -> String {
    let nearest = NearestName.of(name, among: names)
    return nearest.map { localized("there is no action `%1$s`: did you mean `%2$s`?", name, $0) }
      ?? localized("there is no action `%s`", name)
  }

  private static func unknownKey(_ name: String) -> String {
    let nearest = NearestName.of(name, among: KeyEvent.names)
    return nearest.map { localized("there is no key \"%1$s\": did you mean \"%2$s\"?", name, $0) }
      ?? localized("there is no key \"%s\"", name)
  }
}
