import Platform

/// What a configuration file holds for an option.
package enum SettingInput: Hashable, Sendable {
  case flag(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case list([SettingInput])
  /// A kind of value that no option takes, such as `a table`.
  case other(String)

  /// The value in words, for a message.
  var words: String {
    switch self {
    case .flag(let flag): "\(flag)"
    case .integer(let integer): "\(integer)"
    case .number(let number): "\(number)"
    case .text(let text): "\"\(text)\""
    case .list: localized("a list")
    case .other(let kind): kind
    }
  }
}

/// Why a value is not taken.
package struct SettingRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, in words to stand behind the option's name.
  package let description: String
}
