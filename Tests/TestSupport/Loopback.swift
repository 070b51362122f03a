import Glibc

/// TCP sockets on 127.0.0.1, non-blocking and close-on-exec.
package enum Loopback {
  /// Opens a socket that holds a port, whoever else looks for a free one.
  ///
  /// - Parameter port: 0 for a free one.
  /// - Throws: `PtyError` if it is taken.
  package static func bind(to port: Int = 0) throws(PtyError) -> Int32 {
    let descriptor = try socket()
    var yes: Int32 = 1
    // Further sockets may be bound to this port as long as none of them listens.
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    guard withAddress(port, { Glibc.bind(descriptor, $0, $1) }) == 0 else {
      let failure = errno
      close(descriptor)
      throw PtyError(call: "bind", number: failure)
    }
    return descriptor
  }

  /// Begins to connect.
  ///
  /// - Returns: The socket, which says by its first read or write if nobody listens.
  /// - Throws: `PtyError` if there are no more descriptors.
  package static func connect(to port: Int) throws(PtyError) -> Int32 {
    let descriptor = try socket()
    _ = withAddress(port) { Glibc.connect(descriptor, $0, $1) }
    return descriptor
  }

  /// Accepts a connection.
  ///
  /// - Returns: `nil` if none waits.
  package static func accept(from listener: Int32) -> Int32? {
    let descriptor = Glibc.accept(listener, nil, nil)
    guard descriptor >= 0 else { return nil }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    return descriptor
  }

  /// The port to which a socket is bound.
  package static func port(of descriptor: Int32) -> Int {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      _ = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length)
      }
    }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  /// Whether somebody listens.
  package static func listens(on port: Int) -> Bool {
    guard let descriptor = try? connect(to: port) else { return false }
    defer { close(descriptor) }
    var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return Glibc.poll(&poll, 1, 1_000) == 1 && poll.revents == Int16(POLLOUT)
  }

  private static func socket() throws(PtyError) -> Int32 {
    let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let descriptor = Glibc.socket(AF_INET, Int32(type), 0)
    guard descriptor >= 0 else { throw PtyError(call: "socket", number: errno) }
    return descriptor
  }

  private static func withAddress(
    _ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
