/// The rows of comma-separated values (RFC 4180), one after another. Lines may end in LF, CR LF or CR;
/// a byte order mark is skipped, and so are empty lines.
package struct CSVRows: Sequence, IteratorProtocol, Sendable {
  /// A row, and the line on which it begins, from 1.
  package struct Row: Hashable, Sendable {
    package var line: Int
    package var fields: [[UInt8]]
  }

  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  private static let quote = UInt8(ascii: "\"")
  private static let comma = UInt8(ascii: ",")

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  package mutating func next() -> Row? {
    while position < bytes.count, Self.isEnd(bytes[position]) { endLine() }
    guard position < bytes.count else { return nil }
    var row = Row(line: line, fields: [])
    while true {
      row.fields.append(field())
      guard position < bytes.count else { return row }
      if bytes[position] == Self.comma {
        position += 1
        continue
      }
      endLine()
      return row
    }
  }

  /// Reads a field up to a comma, a line end or the end.
  private mutating func field() -> [UInt8] {
    var field: [UInt8] = []
    if position < bytes.count, bytes[position] == Self.quote {
      position += 1
      while position < bytes.count {
        let byte = bytes[position]
        position += 1
        if byte == Self.quote {
          guard position < bytes.count, bytes[position] == Self.quote else { break }
          position += 1
        }
        if byte == 0x0A { line += 1 }
        field.append(byte)
      }
    }
    let start = position
    while position < bytes.count, bytes[position] != Self.comma, !Self.isEnd(bytes[position]) {
      position += 1
    }
    return field + bytes[start..<position]
  }

  /// Skips a line end.
  private mutating func endLine() {
    if bytes[position] == 0x0D, position + 1 < bytes.count, bytes[position + 1] == 0x0A {
      position += 1
    }
    position += 1
    line += 1
  }

  private static func isEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
