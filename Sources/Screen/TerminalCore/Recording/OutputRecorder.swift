import Models

/// Records a terminal's output. Called on the writing thread; returns at once.
package protocol OutputRecorder: AnyObject, Sendable {
  /// Output was written.
  ///
  /// - Parameters:
  ///   - bytes: In call order and complete.
  ///   - time: When, in seconds of a monotonic clock.
  func wrote(_ bytes: UnsafeRawBufferPointer, at time: Double)

  /// The terminal has an initial or new size.
  func resized(to size: CellSize, at time: Double)
}
