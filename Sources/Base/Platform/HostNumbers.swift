import Glibc

/// What names of hosts stand for.
package enum HostNumbers {
  /// Asks the system's resolver, which may take long and cannot be called off.
  ///
  /// - Parameter host: A name or a number, without brackets.
  /// - Returns: The numbers, each of 4 or 16 bytes; empty if there is no such host or no answer.
  package static func resolve(_ host: String) -> [[UInt8]] {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var first: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &first) == 0 else { return [] }
    defer { freeaddrinfo(first) }
    var numbers: [[UInt8]] = []
    var next = first
    while let info = next?.pointee {
      // The resolver gives each family its own structure.
      switch (info.ai_family, info.ai_addr) {
      case (AF_INET, let address?):
        numbers.append(
          address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
            withUnsafeBytes(of: address.pointee.sin_addr) { Array($0) }
          })
      case (AF_INET6, let address?):
        numbers.append(
          address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
            withUnsafeBytes(of: address.pointee.sin6_addr) { Array($0) }
          })
      default: break
      }
      next = info.ai_next
    }
    return numbers
  }
}
