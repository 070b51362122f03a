/// Base 64 with padding (RFC 4648).
package enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Appends bytes as digits, four for every three and for the remainder.
  package static func append(_ bytes: ArraySlice<UInt8>, to output: inout [UInt8]) {
    let start = output.count
    let padding = UInt8(ascii: "=")
    output.append(contentsOf: repeatElement(padding, count: (bytes.count + 2) / 3 * 4))
    digits.withUnsafeBufferPointer { digits in
      bytes.withUnsafeBufferPointer { bytes in
        output.withUnsafeMutableBufferPointer { output in
          var (index, target) = (0, start)
          while index < bytes.count {
            let left = bytes.count - index
            var word = UInt32(bytes[index]) << 16
            if left > 1 { word |= UInt32(bytes[index + 1]) << 8 }
            if left > 2 { word |= UInt32(bytes[index + 2]) }
            output[target] = digits[Int(word >> 18)]
            output[target + 1] = digits[Int(word >> 12 & 63)]
            if left > 1 { output[target + 2] = digits[Int(word >> 6 & 63)] }
            if left > 2 { output[target + 3] = digits[Int(word & 63)] }
            index += 3
            target += 4
          }
        }
      }
    }
  }
}
