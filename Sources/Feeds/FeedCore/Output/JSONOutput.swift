import Platform

/// JSON (RFC 8259) for output. Members keep their order and numbers their format, so that equal
/// values give equal bytes.
package enum JSONOutput: Hashable, Sendable {
  /// Control and format characters are escaped, so that the text is safe in a terminal.
  case string(String)
  case integer(Int)
  /// With at most three decimals; 0 for values that JSON cannot represent.
  case decimal(Double)
  case bool(Bool)
  case array([JSONOutput])
  case object([Member])

  package struct Member: Hashable, Sendable {
    package var name: String
    package var value: JSONOutput

    package init(_ name: String, _ value: JSONOutput) {
      self.name = name
      self.value = value
    }
  }

  /// An object of the members that have a value.
  package static func members(_ members: KeyValuePairs<String, JSONOutput?>) -> JSONOutput {
    .object(members.compactMap { name, value in value.map { Member(name, $0) } })
  }

  /// On one line, without a line end.
  package var line: String {
    var text = ""
    write(to: &text, indentation: nil)
    return text
  }

  /// On many lines, indented by two spaces, with a line feed at the end.
  package var document: String {
    var text = ""
    write(to: &text, indentation: 0)
    return text + "\n"
  }

  private func write(to text: inout String, indentation: Int?) {
    switch self {
    case .string(let string): Self.write(string, to: &text)
    case .integer(let number): text += String(number)
    case .decimal(let number): text += number.thousandths() ?? "0"
    case .bool(let value): text += value ? "true" : "false"
    case .array(let values):
      Self.write(values, "[", "]", to: &text, indentation) { value, indentation, text in
        value.write(to: &text, indentation: indentation)
      }
    case .object(let members):
      Self.write(members, "{", "}", to: &text, indentation) { member, indentation, text in
        Self.write(member.name, to: &text)
        text += indentation == nil ? ":" : ": "
        member.value.write(to: &text, indentation: indentation)
      }
    }
  }

  private static func write<Part>(
    _ parts: [Part], _ opening: String, _ closing: String, to text: inout String,
    _ indentation: Int?, _ writePart: (Part, Int?, inout String) -> Void
  ) {
    let inner = indentation.map { $0 + 2 }
    func breakLine(_ indentation: Int?) {
      if let indentation { text += "\n" + String(repeating: " ", count: indentation) }
    }
    text += opening
    for (index, part) in parts.enumerated() {
      if index > 0 { text += "," }
      breakLine(inner)
      writePart(part, inner, &text)
    }
    if !parts.isEmpty { breakLine(indentation) }
    text += closing
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    // Most text is plain.
    if string.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) {
      text += string
    } else {
      for scalar in string.unicodeScalars { write(scalar, to: &text) }
    }
    text += "\""
  }

  private static func write(_ scalar: Unicode.Scalar, to text: inout String) {
    switch scalar {
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\n": text += "\\n"
    case "\t": text += "\\t"
    default:
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
        for unit in String(scalar).utf16 { text += "\\u" + unit.padded(to: 4, radix: 16) }
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
