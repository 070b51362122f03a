/// How deep the tables and lists of a TOML document (TOML 1.0) are nested.
///
/// The TOML library recurses, so a document that is nested very deeply would overflow the stack.
/// Strings and comments are told apart as the library does it, up to the first error, where that
/// stops.
enum TOMLNesting {
  /// The most brackets that are open at once.
  private static let maxBrackets = 8
  /// The most dots on a line. A key ends on its line, and at most one stands before each bracket:
  /// so nothing is nested deeper than the keys of ten lines.
  private static let maxDots = 32

  /// The line, counted from 1, on which a document is nested too deeply; `nil` if it is not.
  static func excess(in document: [UInt8]) -> Int? {
    var rest = document[...]
    var (brackets, dots) = (0, 0)
    while let byte = rest.popFirst() {
      switch Unicode.Scalar(byte) {
      case "\n": dots = 0
      case "#": rest = rest.drop { $0 != UInt8(ascii: "\n") }
      case "\"", "'": skipString(byte, &rest)
      case ".": dots += 1
      case "[", "{": brackets += 1
      case "]", "}": brackets -= 1
      default: break
      }
      guard brackets <= maxBrackets, dots <= maxDots else {
        return document[..<rest.startIndex].count { $0 == UInt8(ascii: "\n") } + 1
      }
    }
    return nil
  }

  /// Skips a string of any of the four kinds, after its first quote.
  private static func skipString(_ quote: UInt8, _ rest: inout ArraySlice<UInt8>) {
    let isLong = rest.starts(with: [quote, quote])
    let end = [UInt8](repeating: quote, count: isLong ? 3 : 1)
    rest = rest.dropFirst(end.count - 1)
    while let byte = rest.first, isLong || byte != UInt8(ascii: "\n") {
      // Quotes before the last three belong to the text.
      if rest.starts(with: end) {
        rest = rest.drop { $0 == quote }
        return
      }
      let isEscape = byte == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"")
      rest = rest.dropFirst(isEscape ? 2 : 1)
    }
  }
}
