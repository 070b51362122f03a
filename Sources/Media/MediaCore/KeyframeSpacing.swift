/// How far a clip's keyframes are apart, by what was read of it so far.
package struct KeyframeSpacing: Hashable, Sendable {
  /// The longest distance between two keyframes, in seconds; `nil` before there were two.
  package private(set) var longest: Double?
  private var latest: Double?

  package init() {}

  /// Records the next keyframe.
  ///
  /// - Parameter time: When it is shown, in seconds on any clock; `nil` if unknown.
  package mutating func note(at time: Double?) {
    if let time, let latest, time > latest { longest = max(longest ?? 0, time - latest) }
    latest = time
  }

  /// Continues after a seek.
  package mutating func jump() { latest = nil }
}
