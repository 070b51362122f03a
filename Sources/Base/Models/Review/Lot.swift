/// What the user decided at once, about one clip or several: one undo takes all of it back.
package struct Lot: Hashable, Sendable, Identifiable {
  /// Grows with each lot of a store.
  package let id: Int
  /// When it was decided, in seconds since 1970.
  package let time: Double
  /// At least one, each about another clip.
  package var decisions: [Decision]
  /// The page on which it was decided; `nil` if that was in an earlier run, or in the overview.
  package var page: PageID?
  /// Where the excerpt of that page begins, in seconds; `nil` if it is none.
  package var excerptStart: Double?

  package init(id: Int, time: Double, decisions: [Decision]) {
    self.id = id
    self.time = time
    self.decisions = decisions
  }

  /// Whether it is a verdict on one clip, or takes one back.
  package var isVerdict: Bool {
    decisions.count == 1 && decisions.allSatisfy { $0.before.verdict != $0.after.verdict }
  }
}
