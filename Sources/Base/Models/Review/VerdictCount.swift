/// How many items were kept and rejected.
package struct VerdictCount: Hashable, Sendable {
  package var kept: Int
  package var rejected: Int

  package init(kept: Int = 0, rejected: Int = 0) {
    self.kept = kept
    self.rejected = rejected
  }

  /// How many have a verdict.
  package var total: Int { kept + rejected }
}
