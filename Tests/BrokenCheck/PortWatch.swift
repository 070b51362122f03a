import Glibc
import Platform

/// Counts the connections to a port of this machine.
final class PortWatch: Sendable {
  private let descriptor: Int32
  private let counter = Lock(0)

  /// Listens from now on.
  ///
  /// - Returns: `nil` where the port is taken.
  init?(port: UInt16) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, 4)
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isBound, listen(descriptor, 16) == 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else {
      close(descriptor)
      return nil
    }
  }

  deinit {
    close(descriptor)
  }

  /// How many there have been.
  var count: Int {
    counter.withLock { count in
      while true {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0 else { return count }
        close(connection)
        count += 1
      }
    }
  }
}
