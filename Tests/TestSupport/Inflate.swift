import CZlib

/// Decompresses zlib data (RFC 1950).
///
/// - Parameters:
///   - bytes: The complete data.
///   - count: The decompressed size, in bytes.
/// - Returns: `nil` if the data is incomplete or has another size.
package func inflate(_ bytes: [UInt8], count: Int) -> [UInt8]? {
  var stream = z_stream()
  guard flick_inflate_init(&stream) == Z_OK else { return nil }
  defer { inflateEnd(&stream) }
  var input = bytes
  var output = [UInt8](repeating: 0, count: count + 1)
  let result = input.withUnsafeMutableBufferPointer { input in
    output.withUnsafeMutableBufferPointer { output in
      stream.next_in = input.baseAddress
      stream.avail_in = uInt(input.count)
      stream.next_out = output.baseAddress
      stream.avail_out = uInt(output.count)
      return inflate(&stream, Z_FINISH)
    }
  }
  guard result == Z_STREAM_END, Int(stream.total_out) == count else { return nil }
  return Array(output.prefix(count))
}
