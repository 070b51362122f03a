import Platform

package enum SettingOrigin: Hashable, Sendable, CustomStringConvertible {
  case standard
  /// A configuration file and the position in it; `nil` if the file cannot be read.
  case file(String, TextPosition?)
  /// An environment variable.
  case environment(String)
  case commandLine

  package var description: String {
    switch self {
    case .standard: localized("default")
    case .file(let path, let position): path + (position.map { ":\($0)" } ?? "")
    case .environment(let name): name
    case .commandLine: localized("command line")
    }
  }
}

package struct SettingProblem: Error, Hashable, Sendable, CustomStringConvertible {
  package var origin: SettingOrigin
  package var words: String
  package var isError = true

  package init(_ origin: SettingOrigin, _ words: String, isError: Bool = true) {
    self.origin = origin
    self.words = words
    self.isError = isError
  }

  package var description: String { "\(origin): \(words)" }
}

/// The values from one source: a file, the environment or the command line.
package struct SettingLayer: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package var value: SettingValue
    package var origin: SettingOrigin
  }

  /// The keys of an action. Their names are not checked here.
  package struct KeyEntry: Hashable, Sendable {
    package var action: String
    package var origin: SettingOrigin
    package var keys: [Key]

    /// The name of a key and its position.
    package struct Key: Hashable, Sendable {
      package var name: String
      package var origin: SettingOrigin
    }
  }

  /// By option name.
  package var entries: [String: Entry] = [:]
  package var keys: [KeyEntry] = []
  package var problems: [SettingProblem] = []

  package init() {}

  /// Adds a value, unless its option already has one here.
  ///
  /// - Parameter name: The name it was given by, which may be the opposite's.
  mutating func note(
    _ value: SettingValue, for setting: Setting, as name: String, at origin: SettingOrigin
  ) {
    guard entries[setting.name] == nil else {
      problems.append(
        SettingProblem(
          origin, localized("`%s` and its opposite cannot be combined", name)))
      return
    }
    entries[setting.name] = Entry(value: value, origin: origin)
  }

  /// The option with a name, and whether the name turns it off: `no-mute`.
  static func find(_ name: String) -> (setting: Setting, isOpposite: Bool)? {
    if let setting = Setting.named(name) { return (setting, false) }
    guard name.hasPrefix("no-"), let setting = Setting.named(String(name.dropFirst(3))),
      setting.kind == .flag
    else { return nil }
    return (setting, true)
  }

  /// Reports options of this layer that contradict each other.
  mutating func checkRivals() {
    for (first, second) in Setting.rivals {
      guard let entry = entries[first], entries[second]?.value.isSet == true, entry.value.isSet
      else {
        continue
      }
      problems.append(
        SettingProblem(
          entry.origin,
          localized("`%1$s` and `%2$s` cannot be combined", first, second)))
    }
  }
}

extension Setting {
  /// Options that cannot both be in force.
  static let rivals = [("start", "resume"), ("liked", "files-from")]
}

extension SettingValue {
  /// Whether it has an effect: a flag that is off does not.
  var isSet: Bool {
    switch self {
    case .flag(let flag): flag
    case .text: true
    case .texts(let texts): !texts.isEmpty
    }
  }

  /// Unchanged if this is no flag.
  var negated: SettingValue {
    if case .flag(let flag) = self { .flag(!flag) } else { self }
  }
}
