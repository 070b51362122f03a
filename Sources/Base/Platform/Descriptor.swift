import Glibc

/// Reads and writes whole files through descriptors.
package enum Descriptor {
  /// Reads to the end, or up to `limit` bytes.
  package static func contents(
    of descriptor: Int32, limit: Int = .max
  ) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < limit {
      var failure: SystemError?
      let rest = min(65_536, limit - bytes.count)
      let piece = [UInt8](unsafeUninitializedCapacity: rest) { buffer, initialized in
        let count = read(descriptor, buffer.baseAddress, rest)
        if count < 0 { failure = SystemError() }
        initialized = max(count, 0)
      }
      if failure?.number == EINTR { continue }
      if let failure { throw failure }
      if piece.isEmpty { break }
      bytes += piece
    }
    return bytes
  }

  /// Writes all bytes, waiting for the reader if necessary.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count == 0 {
        throw SystemError(number: ENOSPC)
      } else if errno != EINTR {
        let failure = SystemError()
        guard failure.number == EAGAIN, waitForRoom(descriptor) else { throw failure }
      }
    }
  }

  private static func waitForRoom(_ descriptor: Int32) -> Bool {
    var writable = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&writable, 1, -1) > 0
  }
}
