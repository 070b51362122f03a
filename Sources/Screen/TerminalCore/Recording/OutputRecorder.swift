import Models

/// Keeps what is sent to a terminal. Called on the thread that writes; returns at once.
package protocol OutputRecorder: AnyObject, Sendable {
  /// The terminal has taken bytes.
  ///
  /// - Parameters:
  ///   - bytes: In the order of all calls, all there is.
  ///   - time: When, in seconds of a monotonic clock.
  func wrote(_ bytes: UnsafeRawBufferPointer, at time: Double)

  /// The terminal has a size, the first time, or another one.
  func resized(to size: CellSize, at time: Double)
}
