/// The number of a host on the internet: of 4 bytes (IPv4) or 16 (IPv6).
package struct NetworkNumber: Hashable, Sendable {
  /// The bytes, the most significant first.
  package let bytes: [UInt8]

  /// Takes a number as a resolver gives it; `nil` unless it has 4 or 16 bytes.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = Array(bytes)
  }

  /// Reads the number that stands in an address in place of a name.
  ///
  /// - Parameter host: Without brackets, in the usual form: an `AddressReader` knows the others (`0x7f000001`).
  /// - Returns: `nil` for a name.
  package init?(host: String) {
    guard let bytes = host.contains(":") ? Self.sixth(host) : Self.fourth(host) else { return nil }
    self.bytes = bytes
  }

  /// Whether it names this machine or one of a private network, or no single host at all: what no
  /// page of the public web has a reason to name (RFC 6890, RFC 4193, RFC 4291).
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

  private static func fourth(_ host: String) -> [UInt8]? {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    let bytes = parts.compactMap { part -> UInt8? in
      // Digits that begin with zero are octal for some.
      let isPlain = part.utf8.allSatisfy { (0x30...0x39).contains($0) }
      return isPlain && (part == "0" || !part.hasPrefix("0")) ? UInt8(part) : nil
    }
    return parts.count == 4 && bytes.count == 4 ? bytes : nil
  }

  private static func sixth(_ host: String) -> [UInt8]? {
    // Behind a percent sign stands the interface, of local numbers alone.
    let text = host.prefix { $0 != "%" }
    let halves = text.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
    let groups = halves.map { bytes(ofGroups: $0) }
    switch groups.count {
    case 1:
      guard let whole = groups[0], whole.count == 16 else { return nil }
      return whole
    case 2:
      guard let first = groups[0], let last = groups[1], first.count + last.count <= 14 else {
        return nil
      }
      return first + [UInt8](repeating: 0, count: 16 - first.count - last.count) + last
    default: return nil
    }
  }

  private static func bytes(ofGroups text: Substring) -> [UInt8]? {
    guard !text.isEmpty else { return [] }
    var bytes: [UInt8] = []
    let groups = text.split(separator: ":", omittingEmptySubsequences: false)
    for (index, group) in groups.enumerated() {
      if index == groups.count - 1, group.contains(".") {
        guard let fourth = fourth(String(group)) else { return nil }
        bytes += fourth
      } else {
        guard 1...4 ~= group.utf8.count, let value = UInt16(group, radix: 16) else { return nil }
        bytes += [UInt8(value >> 8), UInt8(value & 0xFF)]
      }
    }
    return bytes
  }
}

extension RemoteAddress {
  /// Whether the host is one of a private network by what it is called: a private number, one in a form that
  /// no address has, or a name that only private networks have (RFC 6761, 6762, 8375). Other names may
  /// still lead to one.
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
