/// A length of time as typed: `2s`, `1.5s`, `250ms`, `2`.
package struct SecondCount: Hashable, Sendable {
  /// Never negative.
  package let seconds: Double

  /// Reads a number with the suffix s or ms; without one it counts seconds.
  ///
  /// - Returns: `nil` for anything else, and for more than a day.
  package init?(_ text: String) {
    let (unit, length) = text.hasSuffix("ms") ? (0.001, 2) : text.hasSuffix("s") ? (1, 1) : (1, 0)
    let digits = text.dropLast(length)
    // `Double` would accept "inf" and "0x1p4", too.
    guard digits.allSatisfy({ "0123456789.".contains($0) }), let number = Double(digits),
      number * unit <= 86_400
    else { return nil }
    seconds = number * unit
  }
}
