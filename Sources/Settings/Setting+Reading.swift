import Models
import Platform

extension Setting {
  /// The allowed values, in words to follow `takes`.
  package var allowed: String {
    switch kind {
    case .flag: localized("true or false")
    case .integer(let range):
      localized("a whole number, %1$s to %2$s", range.lowerBound, range.upperBound)
    case .number(let range):
      localized(
        "a number, %1$s to %2$s", Self.words(range.lowerBound), Self.words(range.upperBound))
    case .choice(let names): Self.words(names)
    case .order: Self.words(Self.orders + ["shuffle:SEED"])
    case .size(least: 0): localized("a size such as 256M or 1G")
    case .size(let least): localized("a size such as 500K or 2M, at least %s bytes", least)
    case .time(let most): localized("a time such as 2s or 250ms, at most %s s", most)
    case .start: localized("a clip number (from 1) or a file name")
    case .encoding: localized("a name such as windows-1251 or Shift_JIS")
    case .text: localized("a string")
    case .path: localized("a path")
    case .texts: localized("a list of strings")
    }
  }

  /// Converts a value from a configuration file.
  ///
  /// - Throws: What is wrong with it, and what is allowed.
  package func value(of input: SettingInput) throws(SettingRefusal) -> SettingValue {
    if let value = accepted(input) { return value }
    throw refusal(of: input)
  }

  /// Converts a value from an environment variable.
  ///
  /// - Throws: What is wrong with it, and what is allowed.
  package func value(ofText text: String) throws(SettingRefusal) -> SettingValue {
    try value(of: input(text))
  }

  var choices: [String] {
    switch kind {
    case .choice(let names): names
    case .order: Self.orders
    default: []
    }
  }

  /// Sort orders that can be typed as they are.
  package static let orders = [
    "name", "date", "modified", "size", "duration", "rediscover", "shuffle",
  ]

  private func input(_ text: String) -> SettingInput {
    switch kind {
    case .flag: Self.flag(text).map(SettingInput.flag) ?? .text(text)
    case .integer: Int(text).map(SettingInput.integer) ?? .text(text)
    case .number: Double(text).map(SettingInput.number) ?? .text(text)
    default: .text(text)
    }
  }

  private static func flag(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "1", "true", "yes", "on": true
    case "0", "false", "no", "off": false
    default: nil
    }
  }

  private func accepted(_ input: SettingInput) -> SettingValue? {
    switch (kind, input) {
    case (.flag, .flag(let flag)): return .flag(flag)
    case (.integer(let range), .integer(let integer)) where range.contains(integer):
      return .text("\(integer)")
    case (.number(let range), .integer(let integer)) where range.contains(Double(integer)):
      return .text("\(integer)")
    case (.number(let range), .number(let number)) where range.contains(number):
      return .text(Self.words(number))
    case (.choice(let names), .text(let text)) where names.contains(text): return .text(text)
    // Number choices, such as a number of colours, may be written as numbers.
    case (.choice(let names), .integer(let integer)) where names.contains("\(integer)"):
      return .text("\(integer)")
    case (.order, .text(let text)) where Self.isOrder(text): return .text(text)
    case (.size(let least), .text(let text)):
      guard let size = ByteCount(text), size.bytes >= least else { return nil }
      return .text(text)
    case (.size(let least), .integer(let integer)):
      guard let size = ByteCount("\(integer)"), size.bytes >= least else { return nil }
      return .text("\(integer)")
    case (.time(let most), .text(let text)):
      guard let time = SecondCount(text), time.seconds <= Double(most) else { return nil }
      return .text(text)
    case (.time(let most), .integer(let integer)) where (0...most).contains(integer):
      return .text("\(integer)")
    case (.start, .integer(let integer)) where integer > 0: return .text("\(integer)")
    case (.start, .text(let text)) where !text.isEmpty && text != "0": return .text(text)
    case (.encoding, .text(let text)): return TextEncoding(text) == nil ? nil : .text(text)
    // Empty is allowed only where it is the default.
    case (.text, .text(let text)), (.path, .text(let text)):
      return text.isEmpty && standard != "" ? nil : .text(text)
    case (.texts, .list(let inputs)):
      let texts = inputs.compactMap { if case .text(let text) = $0 { text } else { nil } }
      return texts.count == inputs.count && !texts.contains("") ? .texts(texts) : nil
    default: return nil
    }
  }

  private static func isOrder(_ text: String) -> Bool {
    orders.contains(text) || text.hasPrefix("shuffle:") && UInt64(text.dropFirst(8)) != nil
  }

  private func refusal(of input: SettingInput) -> SettingRefusal {
    var words = localized("takes %1$s, not %2$s", allowed, input.words)
    if case .text(let text) = input, let name = NearestName.of(text, among: choices) {
      words = localized("%1$s: did you mean \"%2$s\"?", words, name)
    } else if case .text(let text) = input, self.input(text) != input {
      words = localized("%s: leave the quotes out", words)
    }
    return SettingRefusal(description: words)
  }

  private static func words(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return localized("%1$s or %2$s", names.dropLast().joined(separator: ", "), last)
  }

  private static func words(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e9 ? "\(Int(number))" : "\(number)"
  }
}
