package struct TextPosition: Hashable, Sendable, CustomStringConvertible {
  /// Counted from 1.
  package var line: Int
  /// In Unicode scalars, counted from 1; `nil` if only the line is known.
  package var column: Int?

  /// As compilers write and editors read it.
  package var description: String { column.map { "\(line):\($0)" } ?? "\(line)" }
}
