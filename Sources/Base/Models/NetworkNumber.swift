import Glibc

/// The IP address of a host: 4 bytes (IPv4) or 16 (IPv6) (docs/decisions/web-private-networks.md).
package struct NetworkNumber: Hashable, Sendable {
  /// The bytes, the most significant first.
  package let bytes: [UInt8]

  /// Takes an address from a resolver; `nil` unless it has 4 or 16 bytes.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = Array(bytes)
  }

  /// Parses an IP address that stands in place of a host name.
  ///
  /// - Parameter host: Without brackets, in normalised form; `AddressReader` handles the others
  ///   (`0x7f000001`).
  /// - Returns: `nil` for a name.
  package init?(host: String) {
    // After a percent sign comes the interface, for link-local addresses only.
    let isSixth = host.contains(":")
    let text = isSixth ? String(host.prefix { $0 != "%" }) : host
    var bytes = [UInt8](repeating: 0, count: isSixth ? 16 : 4)
    guard inet_pton(isSixth ? AF_INET6 : AF_INET, text, &bytes) == 1 else { return nil }
    self.bytes = bytes
  }

  /// Whether it is this machine, in a private network, or not a single host at all: an address that
  /// no public web page has a reason to name (RFC 6890, RFC 4193, RFC 4291).
  package var isPrivate: Bool {
    if bytes.count == 4 { return Self.isPrivate(bytes[...]) }
    let head = bytes[..<12]
    if head.allSatisfy({ $0 == 0 }) { return Self.isPrivate(bytes[12...]) }
    // IPv4 within IPv6: mapped, translated (RFC 6052) and tunnelled (RFC 3056).
    if head == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
      || head == [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]
    {
      return Self.isPrivate(bytes[12...])
    }
    if bytes[..<2] == [0x20, 0x02] { return Self.isPrivate(bytes[2..<6]) }
    switch bytes[0] {
    case 0xFC, 0xFD, 0xFF: return true
    case 0xFE: return bytes[1] >= 0x80
    default: return false
    }
  }

  private static func isPrivate(_ bytes: ArraySlice<UInt8>) -> Bool {
    let second = bytes[bytes.startIndex + 1]
    switch bytes[bytes.startIndex] {
    case 0, 10, 127, 224...255: return true
    case 100: return 64...127 ~= second
    case 169: return second == 254
    case 172: return 16...31 ~= second
    case 192: return second == 168 || second == 0 && bytes[bytes.startIndex + 2] == 0
    case 198: return 18...19 ~= second
    default: return false
    }
  }
}

extension RemoteAddress {
  /// Whether the host is private judging by its name: a private address, an address in an invalid
  /// form, or a name reserved for private networks (RFC 6761, 6762, 8375). Other names may still
  /// resolve to a private address.
  package var isPrivateByName: Bool {
    let host = host.lowercased()
    if let number = NetworkNumber(host: host) { return number.isPrivate }
    let labels = host.split(separator: ".")
    guard let last = labels.last, labels.count > 1, last.first?.isNumber == false else {
      return true
    }
    return ["localhost", "local", "internal", "lan"].contains(last)
      || labels.suffix(2) == ["home", "arpa"]
  }
}
