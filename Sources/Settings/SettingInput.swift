import Platform

/// A value from a configuration file.
package enum SettingInput: Hashable, Sendable {
  case flag(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case list([SettingInput])
  /// A type that no option takes, such as `a table`.
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

package struct SettingRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, in words to follow the option's name.
  package let description: String
}
