import Models

/// What reads from web servers.
package protocol WebSource: Sendable {
  /// Begins to ask for something; the receiver is told on a thread of the source.
  ///
  /// Never blocks. The receiver is kept until it is over.
  func read(_ request: WebRequest, to receiver: any WebReceiver) -> any WebTransfer
}

/// One request on its way. Both calls may come from any thread, and never block.
package protocol WebTransfer: Sendable {
  /// Goes on after `.later`.
  func resume()
  /// Ends it. The receiver is told nothing more, but what is being told already.
  func cancel()
}

/// Whoever wants what a server sends.
///
/// Called from one thread, which all transfers share: nothing here may block.
package protocol WebReceiver: AnyObject, Sendable {
  /// Takes what comes before the bytes, redirects followed.
  ///
  /// - Returns: Whether they are wanted.
  func begin(_ answer: WebAnswer) -> Bool
  /// Takes the next bytes, which are not there any more afterwards.
  func take(_ bytes: UnsafeRawBufferPointer) -> WebDemand
  /// Learns that it is over. Nothing is called afterwards.
  func end(_ end: WebCompletion)
}

/// What becomes of bytes that came.
package enum WebDemand: Hashable, Sendable {
  /// They were taken, and more are wanted.
  case more
  /// They were not taken: the same come again after `resume`.
  case later
  /// They were taken or not, and no more are wanted.
  case enough
}

/// How a transfer ended.
package enum WebCompletion: Hashable, Sendable {
  /// All of it came, as far as can be told.
  case complete
  /// The receiver wanted no more.
  case enough
  case failure(WebError)
}
