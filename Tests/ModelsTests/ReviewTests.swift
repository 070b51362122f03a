import Models
import TestSupport
import Testing

@Suite struct ReviewTests {
  @Test(arguments: [
    ("night", "night"), ("  two   words ", "two words"), ("a,b", "a b"),
    ("\u{1B}[31mred", "\u{FFFD}[31mred"),
    ("line\nbreak", "line break"), (" , ", nil), ("", nil),
  ])
  func tagsAreCleaned(_ text: String, _ tag: String?) {
    #expect(Review.tag(text) == tag)
  }

  @Test func whatIsOutOfRangeIsLeftOut() {
    let review = Review(rating: 9, tags: ["a", "a", ",", "b"], inPoint: -1, outPoint: .nan)
    #expect(review == Review(tags: ["a", "b"]))
    #expect(Review(tags: (0..<100).map(String.init)).tags.count == Review.maxTags)
    #expect(Review().isEmpty && !Review(rating: 1).isEmpty)
  }

  /// Of what two programs have changed, neither loses its own.
  @Test func onlyWhatDiffersIsChanged() {
    let other = Review(verdict: .reject, tags: ["x", "y"], outPoint: 9)
    let changed = other.changed(
      from: Review(tags: ["y"]), to: Review(rating: 3, tags: ["z"], inPoint: 2))
    #expect(
      changed == Review(verdict: .reject, rating: 3, tags: ["x", "z"], inPoint: 2, outPoint: 9))
  }

  @Test func pointsAreMarkedAndTakenBack() {
    var review = Review(rating: 2)
    review.mark(.in, at: 4.00049, tolerance: 0.1)
    #expect(review == Review(rating: 2, inPoint: 4) && review.part == nil)
    review.mark(.out, at: 6, tolerance: 0.1)
    #expect(review.part == 4...6)
    // The part begins elsewhere, then after its end.
    review.mark(.in, at: 5, tolerance: 0.1)
    #expect(review.part == 5...6)
    review.mark(.in, at: 8, tolerance: 0.1)
    #expect(review == Review(rating: 2, inPoint: 8))
    review.mark(.out, at: 8, tolerance: 0.1)
    #expect(review == Review(rating: 2, outPoint: 8))
    review.mark(.out, at: 8.09, tolerance: 0.1)
    #expect(review == Review(rating: 2))
    review.mark(.in, at: -1.5, tolerance: 0.1)
    #expect(review.inPoint == 0)
    review.mark(.out, at: .nan, tolerance: 0.1)
    #expect(review.outPoint == nil)
    #expect(Review(inPoint: 3, outPoint: 2).part == nil)
  }

  @Test func whatWasDoneIsUndoneByItsReverse() {
    var random = SeededGenerator(seed: 4)
    func review() -> Review {
      Review(
        verdict: [nil, .keep, .reject].randomElement(using: &random) ?? nil,
        rating: .random(in: 0...5, using: &random),
        tags: ["a", "b", "c"].filter { _ in Bool.random(using: &random) },
        inPoint: [nil, 1, 2].randomElement(using: &random) ?? nil)
    }
    for _ in 0..<1_000 {
      let (old, new) = (review(), review())
      #expect(old.changed(from: old, to: new).sorted == new.sorted)
      #expect(new.changed(from: old, to: new) == new)
      #expect(old.changed(from: old, to: new).changed(from: new, to: old).sorted == old.sorted)
    }
  }
}

extension Review {
  /// The review with its tags in alphabetical order.
  fileprivate var sorted: Review {
    var review = self
    review.tags.sort()
    return review
  }
}
