/// The state of a connection to a server that clips are read from.
package struct ServerStatistics: Hashable, Sendable {
  /// The shortest time between a request and its reply, in seconds; `nil` before the first.
  package var roundTrip: Double?
  /// The rate of recent replies, in bytes a second; `nil` before it is known.
  package var rate: Double?
  /// Bytes that were requested and have not arrived.
  package var bytesUnderWay = 0

  package init() {}
}
