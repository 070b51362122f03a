extension Int {
  /// The integer nearest to a value, clamped to the range of `Int`; 0 for NaN.
  package init(saturating value: Double) {
    self = Int(exactly: value.rounded()) ?? (value.isNaN ? 0 : value < 0 ? .min : .max)
  }
}
