import Models

/// A transfer that a connection carries. Used by the SFTP thread only.
protocol SFTPTask: AnyObject {
  var number: Int { get }
  /// Whether nothing more is to be sent or awaited.
  var isOver: Bool { get }
  /// When to give up if nothing arrives, in the loop's time; `nil` if nothing is awaited.
  var deadline: (time: Double, error: WebError)? { get }

  /// Notes that there is a connection: what was waited for is no silence of the server's.
  func begin(at now: Double)
  /// Sends a request, if there is one to send now.
  ///
  /// - Returns: Whether there was one.
  func step(_ connection: SFTPConnection, at now: Double) -> Bool
  func take(_ answer: SFTPSession.Answer, _ connection: SFTPConnection, at now: Double)
  func resume(_ connection: SFTPConnection, at now: Double)
  /// Ends it: the receiver is told, unless it has cancelled.
  func end(_ end: WebCompletion?, _ connection: SFTPConnection?)
}
