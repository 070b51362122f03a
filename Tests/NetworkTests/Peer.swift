import Glibc
import Platform
import TestSupport

/// One side of a TCP connection on 127.0.0.1.
final class Peer: Sendable {
  /// What reading leads to.
  enum Outcome: Equatable {
    case bytes([UInt8])
    case end
    /// The connection is broken: `errno`.
    case failure(Int32)
  }

  let descriptor: Int32

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  convenience init(to port: Int) throws {
    self.init(try Loopback.connect(to: port))
  }

  deinit {
    close(descriptor)
  }

  /// Limits what the system buffers for it, in bytes; it takes twice as much.
  func limit(_ option: Int32, to count: Int32) {
    var count = count
    setsockopt(descriptor, SOL_SOCKET, option, &count, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Accepts a connection.
  func accept() -> Peer? {
    isReady(POLLIN) ? Loopback.accept(from: descriptor).map { Peer($0) } : nil
  }

  /// Sends bytes, as long as they are taken within some time.
  ///
  /// - Returns: How many were.
  func send(_ bytes: [UInt8], within seconds: Double = 60) -> Int {
    var rest = bytes[...]
    while !rest.isEmpty, isReady(POLLOUT, within: seconds) {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    return bytes.count - rest.count
  }

  func end() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Receives a number of bytes, fewer only if the stream ends or breaks before.
  func receive(_ count: Int) -> Outcome {
    var received: [UInt8] = []
    while received.count < count {
      guard isReady(POLLIN) else { return .failure(ETIMEDOUT) }
      let limit = min(count - received.count, 1 << 16)
      var failure: Int32 = 0
      let piece = [UInt8](unsafeUninitializedCapacity: limit) { buffer, used in
        let result = recv(descriptor, buffer.baseAddress, limit, 0)
        failure = result < 0 ? errno : 0
        used = max(result, 0)
      }
      if failure != 0, received.isEmpty { return .failure(failure) }
      if piece.isEmpty { return received.isEmpty ? .end : .bytes(received) }
      received += piece
    }
    return .bytes(received)
  }

  private func isReady(_ events: Int32, within seconds: Double = 60) -> Bool {
    var poll = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    return Glibc.poll(&poll, 1, Int32(seconds * 1_000)) == 1
  }
}
