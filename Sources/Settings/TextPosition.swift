package struct TextPosition: Hashable, Sendable, CustomStringConvertible {
  /// Counted from 1.
  package var line = 1
  /// In Unicode scalars, counted from 1.
  package var column = 1

  mutating func advance(over scalar: Unicode.Scalar) {
    (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
  }

  /// As compilers write and editors read it.
  package var description: String { "\(line):\(column)" }
}
