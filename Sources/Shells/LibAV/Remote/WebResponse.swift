import MediaCore
import Models

/// What a server answers: its head, and its body as it comes.
final class WebResponse {
  let head: ResponseHead
  /// Where it came from in the end.
  let address: RemoteAddress
  private let client: WebClient
  private var connection: WebConnection?
  /// Bytes that are still to come; `nil` where only the end tells.
  private var left: Int64?
  private var chunks: ChunkedBody?
  private var isAtEnd = false

  init(
    _ head: ResponseHead, framing: ResponseHead.Framing, from address: RemoteAddress,
    over connection: WebConnection, of client: WebClient
  ) {
    self.head = head
    self.address = address
    self.connection = connection
    self.client = client
    switch framing {
    case .none: left = 0
    case .length(let length): left = length
    case .chunked: chunks = ChunkedBody()
    case .untilClose: break
    }
    finishIfComplete()
  }

  /// Whether all of the body came, as far as can be told.
  private(set) var isComplete = false

  /// Bytes of the body that are still to come; `nil` if nobody knows.
  var bytesLeft: Int64? { left }

  /// Reads on.
  ///
  /// - Returns: The next bytes; none at the end, which may be too early.
  /// - Throws: `.cancelled`, `.timedOut` or `.unreachable`.
  func read() throws(MediaError) -> [UInt8] {
    while let connection, !isAtEnd {
      if connection.received.isEmpty {
        guard try connection.receive() else {
          isAtEnd = true
          isComplete = left == nil && chunks == nil
          self.connection = nil
          return []
        }
      }
      let bytes = take(from: connection)
      finishIfComplete()
      if chunks?.isBroken == true {
        throw .unreachable(.localized("what it sends makes no sense."))
      }
      if !bytes.isEmpty { return bytes }
    }
    return []
  }

  /// Ends the body. The connection serves for the next request if little of the body is missing.
  func close() {
    if let left, left <= Self.smallRest {
      while let bytes = try? read(), !bytes.isEmpty {}
    }
    connection = nil
    isAtEnd = true
  }

  /// Reading this many bytes more costs less than a new connection.
  private static let smallRest: Int64 = 65_536

  private func take(from connection: WebConnection) -> [UInt8] {
    if chunks != nil {
      var data: [UInt8] = []
      let count = chunks?.decode(connection.received[...], into: &data) ?? 0
      connection.received.removeFirst(count)
      return data
    }
    guard let left, left < Int64(connection.received.count) else {
      let bytes = connection.received
      connection.received = []
      self.left = left.map { $0 - Int64(bytes.count) }
      return bytes
    }
    let bytes = Array(connection.received.prefix(Int(left)))
    connection.received.removeFirst(bytes.count)
    self.left = 0
    return bytes
  }

  private func finishIfComplete() {
    guard left == 0 || chunks?.isFinished == true, let connection else { return }
    isAtEnd = true
    isComplete = true
    self.connection = nil
    if head.keepsConnection { client.keep(connection) }
  }
}
