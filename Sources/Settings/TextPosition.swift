/// A place in a text file.
package struct TextPosition: Hashable, Sendable, CustomStringConvertible {
  /// Counted from 1.
  package var line: Int
  /// In Unicode scalars, counted from 1.
  package var column: Int

  /// As compilers write it and editors read it.
  package var description: String { "\(line):\(column)" }
}
