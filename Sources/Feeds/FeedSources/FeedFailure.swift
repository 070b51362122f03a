import Models
import Platform

/// Why there is no feed: none of the paths given has a clip.
package struct FeedFailure: Error, Hashable, Sendable {
  /// At least one for each path looked for, in order.
  package let problems: [FeedProblem]
}

extension FeedFailure: CustomStringConvertible {
  /// A line for each path, harmless for display.
  package var description: String {
    problems.map(\.description).joined(separator: "\n")
  }
}
