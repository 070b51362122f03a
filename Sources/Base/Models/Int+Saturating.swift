extension Int {
  /// The integer nearest to a value, clamped to the range of `Int`; 0 for NaN.
  package init(saturating value: Double) {
    self = Int(exactly: value.rounded()) ?? (value.isNaN ? 0 : value < 0 ? .min : .max)
  }

  /// The integer at or below a number, clamped to the range of `Int`; 0 for NaN.
  package init(floor value: Double) { self.init(saturating: value.rounded(.down)) }

  /// The sum, clamped to the range of `Int`.
  package func adding(saturating other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other > 0 ? .max : .min) : sum
  }

  /// The product, clamped to the range of `Int`.
  package func multiplied(saturating other: Int) -> Int {
    let (product, overflows) = multipliedReportingOverflow(by: other)
    return overflows ? ((self > 0) == (other > 0) ? .max : .min) : product
  }
}
