import Models

package protocol WebSource: Sendable {
  /// Starts a request; the receiver is called on a thread of the source.
  ///
  /// Never blocks. The receiver is retained until the end.
  func read(_ request: WebRequest, to receiver: any WebReceiver) -> any WebTransfer
}

/// A request in progress. Both methods may be called from any thread, and never block.
package protocol WebTransfer: Sendable {
  /// Resumes after `.later`.
  func resume()
  /// Cancels it. The receiver is not called again, except for a call already in progress.
  func cancel()
}

/// Receives a response.
///
/// Called from one thread, which all transfers share: methods must not block.
package protocol WebReceiver: AnyObject, Sendable {
  /// Takes the head, after redirects.
  ///
  /// - Returns: Whether the body is wanted.
  func begin(_ response: WebResponse) -> Bool
  /// Takes the next bytes, which are invalid after the call.
  func take(_ bytes: UnsafeRawBufferPointer) -> WebDemand
  /// Called at the end; nothing is called afterwards.
  func end(_ end: WebCompletion)
}

/// A receiver's reply to bytes.
package enum WebDemand: Hashable, Sendable {
  /// They were taken, and more are wanted.
  case more
  /// They were not taken: they are delivered again after `resume`.
  case later
  /// No more are wanted, whether or not these were taken.
  case enough
}

package enum WebCompletion: Hashable, Sendable {
  /// Complete, as far as can be known.
  case complete
  /// The receiver wanted no more.
  case enough
  case failure(WebError)
}
