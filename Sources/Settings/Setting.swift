/// An option of the program, as the command line, the environment and the configuration file have it.
/// See docs/decisions/files-settings.md.
package struct Setting: Hashable, Sendable {
  /// What a value may be.
  package enum Kind: Hashable, Sendable {
    /// On or off.
    case flag
    case integer(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    case choice([String])
    /// What a feed is sorted by.
    case order
    /// An amount of memory, of so many bytes at least.
    case size(least: Int)
    /// The number of a clip, counted from 1, or the name of its file.
    case start
    /// The name of an encoding.
    case encoding
    case text
    /// Where a file or folder is.
    case path
    case texts
  }

  /// What options are sorted by, in the help as in a configuration file.
  package enum Group: String, CaseIterable, Sendable {
    case feed = "Feed"
    case playing = "Playing"
    case screen = "Screen"
    case general = "General"
  }

  /// The name, as the command line has it behind `--`.
  package let name: String
  package let kind: Kind
  package let group: Group
  /// What it does, in a sentence.
  package let summary: String
  /// The value if nobody gives one, as it would be typed; `nil` if there is none.
  package let standard: String?

  init(_ name: String, _ kind: Kind, _ group: Group, _ summary: String, standard: String? = nil) {
    self.name = name
    self.kind = kind
    self.group = group
    self.summary = summary
    self.standard = kind == .flag ? standard ?? "false" : standard
  }

  /// The environment variable that gives the value; `nil` for a list, which no variable holds.
  package var variable: String? {
    guard kind != .texts else { return nil }
    return "FLICK_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
  }

  /// The flag of the command line that changes it: what is on by itself is turned off by it.
  var flag: String { standard == "true" ? "--no-\(name)" : "--\(name)" }

  /// What it holds if nobody says otherwise.
  package var standardValue: SettingValue? {
    switch kind {
    case .flag: .flag(standard == "true")
    case .texts: .texts([])
    default: standard.map(SettingValue.text)
    }
  }
}

/// The value of an option.
package enum SettingValue: Hashable, Sendable {
  case flag(Bool)
  /// As it would be typed: a number, too.
  case text(String)
  case texts([String])
}
