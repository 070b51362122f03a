/// An option of the program, common to command line, environment and configuration file. See
/// docs/decisions/files-settings.md.
package struct Setting: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case flag
    case integer(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    case choice([String])
    case order
    /// An amount of memory, of at least this many bytes.
    case size(least: Int)
    /// A length of time, of at most this many seconds.
    case time(most: Int)
    /// The number of a clip, counted from 1, or the name of its file.
    case start
    /// The name of an encoding.
    case encoding
    case text
    /// A path to a file or folder.
    case path
    case texts
  }

  /// Sections of the help and the configuration file.
  package enum Group: String, CaseIterable, Sendable {
    case feed = "Feed"
    case playing = "Playing"
    case screen = "Screen"
    case general = "General"
  }

  /// The name, as after `--` on the command line.
  package let name: String
  package let kind: Kind
  package let group: Group
  /// What it does, in a sentence.
  package let summary: String
  /// The default, as typed; `nil` if there is none.
  package let standard: String?

  /// Creates an option; a flag is off by default.
  package init(
    _ name: String, _ kind: Kind, _ group: Group, _ summary: String, standard: String? = nil
  ) {
    self.name = name
    self.kind = kind
    self.group = group
    self.summary = summary
    self.standard = kind == .flag ? standard ?? "false" : standard
  }

  /// The environment variable for it; `nil` for a list, which no variable can hold.
  package var variable: String? {
    guard kind != .texts else { return nil }
    return "FLICK_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
  }

  /// The command-line flag that changes it: a flag that is on by default is turned off.
  var flag: String { standard == "true" ? "--no-\(name)" : "--\(name)" }

  package var standardValue: SettingValue? {
    switch kind {
    case .flag: .flag(standard == "true")
    case .texts: .texts([])
    default: standard.map(SettingValue.text)
    }
  }
}

package enum SettingValue: Hashable, Sendable {
  case flag(Bool)
  /// As typed; also for numbers.
  case text(String)
  case texts([String])
}
