import CZlib

/// Compresses bytes as web servers do (RFC 1952).
package func gzip(_ bytes: [UInt8]) -> [UInt8] {
  var length = compressBound(uLong(bytes.count))
  var packed = [UInt8](repeating: 0, count: Int(length))
  let code = compress2(&packed, &length, bytes, uLong(bytes.count), 9)
  precondition(code == Z_OK)
  // zlib adds a header of two bytes and a checksum of four to the same data (RFC 1950).
  let data = packed[2..<(Int(length) - 4)]
  let sum = UInt32(crc32(0, bytes, uInt(bytes.count)))
  let tail = [sum, UInt32(truncatingIfNeeded: bytes.count)].flatMap { number in
    [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
  return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + data + tail
}
