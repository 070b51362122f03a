import ArgumentParser

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
