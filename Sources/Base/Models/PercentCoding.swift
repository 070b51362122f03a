/// Percent-encoding: bytes as `%` and two hexadecimal digits (RFC 3986, 2.1).
package enum PercentCoding {
  /// Replaces each percent code with the byte it encodes; any other `%` stays.
  package static func decoded(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var decoded: [UInt8] = []
    var rest = Array(bytes)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      guard byte == UInt8(ascii: "%"), digits.count == 2 else {
        decoded.append(byte)
        continue
      }
      decoded.append(UInt8(digits[0] * 16 + digits[1]))
      rest = rest.dropFirst(2)
    }
    return decoded
  }

  /// Percent-encodes all characters that are not allowed in an address, such as spaces and accented
  /// letters. Existing percent codes are kept.
  package static func encoded(_ string: String) -> String {
    encoded(string.utf8) { (0x21...0x7E).contains($0) }
  }

  /// Encodes bytes as a URL path: everything but unreserved characters (RFC 3986, 2.3) and slashes
  /// becomes a percent code, including `%` itself. `decoded` restores the bytes.
  package static func encodedPath(_ bytes: some Collection<UInt8>) -> String {
    encoded(bytes) { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        true
      default: false
      }
    }
  }

  private static func encoded(
    _ bytes: some Collection<UInt8>, but isKept: (UInt8) -> Bool
  ) -> String {
    var encoded = ""
    for byte in bytes {
      if isKept(byte) {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return encoded
  }
}
