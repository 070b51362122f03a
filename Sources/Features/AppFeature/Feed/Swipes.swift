/// Swipes that arrived together and are one turn of the page (docs/decisions/feed-window.md).
///
/// Their order counts: at an end of the feed, forward and back does not cancel out.
package struct Swipes: Hashable, Sendable {
  /// Pages per direction, backwards if negative; directions alternate.
  private var runs: [Int] = []

  /// In one direction, backwards if negative.
  package init(_ count: Int = 0) {
    append(count)
  }

  package var isEmpty: Bool { runs.isEmpty }

  /// Adds swipes in one direction, backwards if negative.
  package mutating func append(_ count: Int) {
    guard count != 0 else { return }
    if let last = runs.last, last.signum() == count.signum() {
      runs[runs.count - 1] += count
    } else {
      runs.append(count)
    }
  }

  /// Adds swipes that came after these.
  package mutating func append(_ others: Swipes) {
    for run in others.runs { append(run) }
  }

  /// The page they lead to, one after the other.
  ///
  /// - Parameters:
  ///   - page: The number of the page where they start.
  ///   - pages: The existing pages; a swipe beyond their ends does nothing. `nil` for no ends.
  /// - Returns: The number of the page.
  package func destination(from page: Int, within pages: ClosedRange<Int>?) -> Int {
    runs.reduce(page) { page, run in
      guard let pages else { return page + run }
      return min(max(page + run, pages.lowerBound), pages.upperBound)
    }
  }
}

extension Swipes: ExpressibleByIntegerLiteral {
  package init(integerLiteral count: Int) {
    self.init(count)
  }
}
