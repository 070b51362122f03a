extension Int {
  /// The whole number nearest to a value: the greatest or least there is for a value beyond those,
  /// 0 for one that is no number.
  package init(saturating value: Double) {
    self = Int(exactly: value.rounded()) ?? (value.isNaN ? 0 : value < 0 ? .min : .max)
  }
}
