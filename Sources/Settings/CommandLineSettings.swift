import Platform

/// The settings on the command line, and the remaining arguments for its parser.
///
/// Only what options have in common is handled here; the parser checks whether the command line is
/// valid.
package struct CommandLineSettings: Hashable, Sendable {
  package private(set) var layer = SettingLayer()
  /// The arguments without flags: other settings also decide which flags are in force.
  package private(set) var arguments: [String] = []
  package private(set) var file: String?
  package private(set) var hasPaths = false
  /// Whether paths are read from standard input.
  package private(set) var readsInput = false

  /// Options that take a value, but are not settings.
  private static let others = ["--config", "--record", "--\(SettingLayer.keyOption)"]
  /// Settings by the options that set them.
  private static let options = Dictionary(
    Setting.all.filter { $0.kind != .flag }.map { ("--\($0.name)", $0) },
    uniquingKeysWith: { first, _ in first })
  /// Flags by the options that turn them on or off.
  private static let flags: [String: (setting: Setting, value: Bool)] = {
    var flags: [String: (setting: Setting, value: Bool)] = [:]
    for setting in Setting.all where setting.kind == .flag {
      flags["--\(setting.name)"] = (setting, true)
      flags["--no-\(setting.name)"] = (setting, false)
    }
    flags["-0"] = flags["--null"]
    return flags
  }()

  /// Reads a command line, without the program's name.
  package init(_ arguments: [String]) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        hasPaths = hasPaths || !rest.isEmpty
        self.arguments += [argument] + rest
        return
      }
      if let (setting, value) = Self.flags[argument] {
        // If both are given, the later one counts.
        layer.entries[setting.name] = .init(value: .flag(value), origin: .commandLine)
        continue
      }
      self.arguments.append(argument)
      guard argument.hasPrefix("-"), argument != "-" else {
        hasPaths = true
        readsInput = readsInput || argument == "-"
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard Self.options[name] != nil || Self.others.contains(name) else { continue }
      if parts.count == 2 {
        note(String(parts[1]), for: name)
      } else if let value = rest.popFirst() {
        self.arguments.append(value)
        note(value, for: name)
      }
    }
  }

  private mutating func note(_ value: String, for name: String) {
    if name == "--config" {
      file = value
    } else if let setting = Self.options[name] {
      noteValue(value, for: setting)
    } else if name != "--record" {
      noteKey(value)
    }
  }

  private mutating func noteValue(_ value: String, for setting: Setting) {
    guard setting.kind == .texts else {
      do {
        let value = try setting.value(ofText: value)
        layer.entries[setting.name] = .init(value: value, origin: .commandLine)
      } catch {
        layer.problems.append(SettingProblem(.commandLine, "--\(setting.name) \(error)"))
      }
      return
    }
    var texts = [value]
    if case .texts(let before) = layer.entries[setting.name]?.value { texts = before + texts }
    layer.entries[setting.name] = .init(value: .texts(texts), origin: .commandLine)
  }

  /// Takes `ACTION=KEY`; several for one action add up; without a key the action has none.
  private mutating func noteKey(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    guard parts.count == 2 else {
      layer.problems.append(
        SettingProblem(
          .commandLine, localized("--key takes ACTION=KEY, such as quit=x, not %s", text)))
      return
    }
    let keys =
      parts[1].isEmpty ? [] : [SettingLayer.KeyEntry.Key(name: parts[1], origin: .commandLine)]
    if let index = layer.keys.firstIndex(where: { $0.action == parts[0] }) {
      layer.keys[index].keys += keys
    } else {
      layer.keys.append(.init(action: parts[0], origin: .commandLine, keys: keys))
    }
  }
}
