import ArgumentParser
import Graphics
import NcursesTerminal
import TerminalCore

/// A value, or `auto`, which chooses by what the terminal and the link can do.
struct AutoOption<Value>: Hashable, ExpressibleByArgument
where Value: RawRepresentable & CaseIterable & Hashable & Sendable, Value.RawValue == String {
  /// `nil` for `auto`.
  var value: Value?

  static var allValueStrings: [String] { ["auto"] + Value.allCases.map(\.rawValue) }

  var defaultValueDescription: String { value?.rawValue ?? "auto" }

  init() {}

  init?(argument: String) {
    value = Value(rawValue: argument)
    if value == nil, argument != "auto" { return nil }
  }
}

/// Which colours frames have: how many, or as other programs have it, whether any.
enum ColorOption: String, CaseIterable, ExpressibleByArgument {
  case auto
  /// Also in a terminal that is not known to have any.
  case always
  /// The same as `mono`.
  case never
  case trueColor = "24bit"
  case palette256 = "256"
  case palette16 = "16"
  case palette8 = "8"
  case mono

  /// The depth that is asked for; `nil` for the terminal's.
  func depth(_ environment: [String: String]) -> ColorDepth? {
    switch self {
    case .auto: return nil
    case .never: return .mono
    case .always:
      let description = TerminfoEntry.description(of: environment["TERM"] ?? "")
      let known = ColorDepth.detected(environment: environment, description: description)
      return known == .mono ? .palette256 : nil
    case .trueColor, .palette256, .palette16, .palette8, .mono:
      return ColorDepth(rawValue: rawValue)
    }
  }
}
