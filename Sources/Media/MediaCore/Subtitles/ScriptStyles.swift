import Models

/// The named styles of a script in the SubStation Alpha format, v4.00 or v4.00+.
package struct ScriptStyles: Sendable {
  private var styles: [String: TextStyle] = [:]

  private static let limit = 256
  /// The maximum number of header bytes to read.
  private static let headerBytes = 1 << 18

  package init() {}

  /// Reads the styles from a script's header.
  ///
  /// - Parameter header: Its bytes, which should be UTF-8.
  package init(header: some Collection<UInt8>) {
    var fields = ["name", "", "", "primarycolour", "", "", "", "bold", "italic"]
    var isAmongStyles = false
    let text = String(decoding: header.prefix(Self.headerBytes), as: UTF8.self)
    for line in text.split(whereSeparator: \.isNewline) where styles.count < Self.limit {
      if line.first == "[" {
        isAmongStyles = line.lowercased().contains("styles]")
      } else if isAmongStyles, let values = Self.values(of: line, "format:") {
        fields = values.map { $0.lowercased() }
      } else if isAmongStyles, let values = Self.values(of: line, "style:") {
        add(Dictionary(zip(fields, values)) { first, _ in first })
      }
    }
  }

  /// The appearance of a style; plain if there is none with that name.
  package func named(_ name: String) -> TextStyle {
    styles[Self.key(name)] ?? styles["default"] ?? .plain
  }

  /// Parses a colour: `&H` with six or eight digits from blue to red, or a decimal number.
  ///
  /// - Returns: 0x00BBGGRR; `nil` for white, the default of subtitles, and for invalid text.
  static func color(_ text: some StringProtocol) -> UInt32? {
    let digits = text.drop { $0 == "&" || $0 == "H" || $0 == "h" }
    let value: UInt32?
    if digits.startIndex == text.startIndex {
      value = Int64(text).map { UInt32(truncatingIfNeeded: $0) }
    } else {
      // Some scripts have extra digits; the last ones count.
      value = UInt32(digits.prefix { $0.isHexDigit }.suffix(8), radix: 16)
    }
    guard let color = value.map({ $0 & 0xFF_FFFF }), color != 0xFF_FFFF else { return nil }
    return color
  }

  private mutating func add(_ values: [String: String]) {
    guard let name = values["name"] else { return }
    // The format uses -1 for true.
    func isOn(_ field: String) -> Bool { values[field].flatMap { Int($0) } ?? 0 != 0 }
    styles[Self.key(name)] = TextStyle(
      isBold: isOn("bold"), isItalic: isOn("italic"),
      color: values["primarycolour"].flatMap(Self.color))
  }

  private static func values(of line: Substring, _ name: String) -> [String]? {
    guard line.prefix(name.count).lowercased() == name else { return nil }
    return line.dropFirst(name.count).split(separator: ",", omittingEmptySubsequences: false)
      .map { String($0.trimming(while: \.isWhitespace)) }
  }

  /// Names may differ in case, and by the asterisk that old editors put before the default one.
  private static func key(_ name: String) -> String {
    String(name.drop { $0 == "*" }).lowercased()
  }
}
