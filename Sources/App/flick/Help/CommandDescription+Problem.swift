import Platform
import Settings

// The parser's errors are internal, and their words are English: what is wrong is found again, by the
// description of the command.
extension CommandDescription {
  /// What is wrong with arguments that the parser has refused; `nil` if this does not tell.
  func problem(with arguments: [String]) -> String? {
    let places = all.filter { $0.kind == "positional" }
    let options = all.filter { $0.kind != "positional" }
    var missing = options.filter { !$0.isOptional }
    var values: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        values += rest
        break
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        values.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      let name = parts[0]
      guard let option = options.first(where: { $0.spellings.contains(name) }) else {
        if areShort(argument.dropFirst(), among: options) { continue }
        let names = options.flatMap(\.longSpellings)
        return names.contains(name)
          ? Self.takesNoValue(name) : UsageHint.unknown(name, among: names)
      }
      missing.removeAll { $0.spellings.contains(name) }
      if option.value == nil {
        if parts.count > 1 { return Self.takesNoValue(name) }
        continue
      }
      let value = parts.dropFirst().first ?? rest.first
      if let refusal = option.refusal(of: value) { return "\(name) \(refusal)" }
      if parts.count > 1 { continue }
      // Another word that begins with a dash is taken for an option.
      guard value == "-" || value?.hasPrefix("-") == false else {
        return option.refusal(of: nil).map { "\(name) \($0)" }
      }
      _ = rest.popFirst()
    }
    for (place, value) in zip(places, values) {
      if let refusal = place.refusal(of: value) { return "\(place.usage) \(refusal)" }
    }
    missing = places.dropFirst(values.count).filter { !$0.isOptional } + missing
    if let first = missing.first { return localized("%s is missing.", first.usage) }
    guard values.count > places.count, places.last?.isRepeating != true else { return nil }
    return localized("Unexpected argument '%s'.", values[places.count])
  }

  private static func takesNoValue(_ name: String) -> String {
    localized("%s takes no value.", name)
  }

  /// Whether letters are options of one letter, as in `-ny`.
  private func areShort(_ letters: Substring, among options: [Argument]) -> Bool {
    letters.allSatisfy { letter in options.contains { $0.spellings.contains("-\(letter)") } }
  }
}

extension CommandDescription.Argument {
  /// How it is written: `--limit <n>`, `<file>`.
  fileprivate var usage: String {
    [spellings.last, value.map { "<\($0)>" }].compactMap(\.self).joined(separator: " ")
  }

  /// Its long names; of a flag that turns something off, also the opposite.
  fileprivate var longSpellings: [String] {
    spellings.filter { $0.hasPrefix("--") }.flatMap { name in
      name.hasPrefix("--no-") ? [name, "--\(name.dropFirst(5))"] : [name]
    }
  }

  /// The setting that it is, or one that takes the same values; `nil` if those are not known.
  private var setting: Setting? {
    let name = spellings.last.map { String($0.dropFirst(2)) } ?? ""
    if let known = Setting.named(name), abstract?.hasPrefix(known.summary) == true {
      return known.kind == .texts ? nil : known
    }
    return allValues.map { Setting(name, .choice($0), .general, "") }
  }

  /// Why it does not take a value, or needs one; `nil` if it takes it, as far as is known.
  fileprivate func refusal(of text: String?) -> String? {
    if let text, let setting {
      do throws(SettingRefusal) {
        _ = try setting.value(ofText: text)
        return nil
      } catch {
        return error.description
      }
    }
    let isNumber = value == "n"
    if let text, !isNumber || Int(text) != nil { return nil }
    let allowed =
      setting?.allowed ?? (isNumber ? localized("a whole number") : "<\(value ?? "")>")
    return UsageHint.refusal(of: text, takes: allowed)
  }
}
