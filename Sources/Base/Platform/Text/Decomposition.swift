import CUtf8proc

/// Unicode's normalisation form D, by utf8proc (https://unicode.org/reports/tr15/).
package enum Decomposition {
  /// The scalars of a text, letters apart from their marks; `nil` if it is not UTF-8.
  package static func scalars(of text: UnsafeBufferPointer<UInt8>) -> [Unicode.Scalar]? {
    let options = UTF8PROC_STABLE.rawValue | UTF8PROC_DECOMPOSE.rawValue
    // Reads no more than the text's bytes, and writes no more than the buffer takes.
    func decompose(into buffer: UnsafeMutableBufferPointer<Int32>) -> Int {
      utf8proc_decompose(
        text.baseAddress, text.count, buffer.baseAddress, buffer.count,
        utf8proc_option_t(rawValue: options))
    }
    var count = decompose(into: UnsafeMutableBufferPointer(start: nil, count: 0))
    guard count >= 0 else { return nil }
    let codes = [Int32](unsafeUninitializedCapacity: count) { buffer, used in
      count = decompose(into: buffer)
      used = max(count, 0)
    }
    return count < 0 ? nil : codes.compactMap { Unicode.Scalar(UInt32(bitPattern: $0)) }
  }
}
