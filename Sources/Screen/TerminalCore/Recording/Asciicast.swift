import Models

/// A terminal's output as an asciicast of version 2: a line of JSON for the terminal, and one for
/// each event ("asciicast v2", the file format's page in asciinema's manual).
///
/// The format contains text. A character cut by the end of an event is carried over to the next
/// one, and invalid UTF-8 becomes U+FFFD.
package struct Asciicast: Sendable {
  /// The lines not yet taken, each with its line end.
  package var lines: [UInt8] = []

  private var pending: [UInt8] = []

  /// Starts a recording.
  ///
  /// - Parameters:
  ///   - size: The terminal's.
  ///   - date: Now, in seconds since 1970.
  ///   - environment: Variables to record; `TERM` and `SHELL` are usual.
  package init(size: CellSize, date: Int, environment: KeyValuePairs<String, String?>) {
    append(#"{"version": 2, "width": \#(size.columns), "height": \#(size.rows)"#)
    append(#", "timestamp": \#(date), "env": {"#)
    var isFirst = true
    for (name, value) in environment {
      guard let value else { continue }
      if !isFirst { append(", ") }
      isFirst = false
      appendString(name.utf8)
      append(": ")
      appendString(value.utf8)
    }
    append("}}\n")
  }

  /// Adds output.
  ///
  /// - Parameters:
  ///   - bytes: A part of the output.
  ///   - time: Seconds since the start.
  package mutating func output(_ bytes: some Collection<UInt8>, at time: Double) {
    pending.append(contentsOf: bytes)
    let count = pending.count - Self.openCount(pending)
    guard count > 0 else { return }
    let text = String(decoding: pending[..<count], as: UTF8.self)
    pending.removeFirst(count)
    begin(time, "o")
    appendString(text.utf8)
    append("]\n")
  }

  package mutating func resize(to size: CellSize, at time: Double) {
    begin(time, "r")
    append("\"\(size.columns)x\(size.rows)\"]\n")
  }

  /// Adds the rest of an unfinished character.
  package mutating func finish(at time: Double) {
    guard !pending.isEmpty else { return }
    pending = []
    begin(time, "o")
    append("\"\u{FFFD}\"]\n")
  }

  /// How many bytes at the end start an incomplete character (Unicode 15, table 3-7).
  private static func openCount(_ bytes: [UInt8]) -> Int {
    for count in 1...3 where count <= bytes.count {
      let byte = bytes[bytes.count - count]
      // Continuation bytes follow their lead byte.
      if byte & 0xC0 == 0x80 { continue }
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return count < length ? count : 0
    }
    return 0
  }

  private mutating func begin(_ time: Double, _ kind: String) {
    let microseconds = Int(max(min(time, 1e9), 0) * 1e6)
    let fraction = String(microseconds % 1_000_000 + 1_000_000).dropFirst()
    append("[\(microseconds / 1_000_000).\(fraction), \"\(kind)\", ")
  }

  private mutating func append(_ text: String) {
    lines.append(contentsOf: text.utf8)
  }

  private mutating func appendString(_ text: String.UTF8View) {
    lines.append(UInt8(ascii: "\""))
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        lines.append(UInt8(ascii: "\\"))
        lines.append(byte)
      case 0..<0x20, 0x7F:
        append("\\u00")
        lines.append(Self.digits[Int(byte >> 4)])
        lines.append(Self.digits[Int(byte & 15)])
      default: lines.append(byte)
      }
    }
    lines.append(UInt8(ascii: "\""))
  }

  private static let digits = Array("0123456789abcdef".utf8)
}
