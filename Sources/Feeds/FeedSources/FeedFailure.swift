import Models
import Platform

/// Why there is no feed: none of the given paths has a clip.
package struct FeedFailure: Error, Hashable, Sendable {
  /// At least one for each path, in order.
  package let problems: [FeedProblem]
}

extension FeedFailure: CustomStringConvertible {
  /// A line for each path, safe for display.
  package var description: String {
    problems.map(\.description).joined(separator: "\n")
  }
}
