/// How a clip was left.
package struct LeftClip: Hashable, Sendable {
  /// Where it will continue, in seconds; 0 if it will start again, `nil` if where an earlier run
  /// left it could not be read, which then stays.
  package var resumeTime: Double?
  /// How far it had played, in seconds.
  package var reached: Double
  /// Its duration, in seconds; `nil` if unknown.
  package var duration: Double?

  package init(resumeTime: Double?, reached: Double, duration: Double?) {
    self.resumeTime = resumeTime
    self.reached = reached
    self.duration = duration
  }
}
