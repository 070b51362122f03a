import Glibc

/// A conversion from some encoding to UTF-8 by iconv.
package struct Iconv: ~Copyable {
  private let conversion: iconv_t
  /// The number of bytes to skip when they are invalid.
  private let unit: Int

  /// The replacement for invalid bytes: U+FFFD.
  private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]
  private static let chunk = 65_536

  /// - Returns: `nil` if the system does not support it.
  package init?(from encoding: TextEncoding) {
    // The error value of iconv_open.
    guard let conversion = iconv_open("UTF-8", encoding.name), Int(bitPattern: conversion) != -1
    else {
      return nil
    }
    self.conversion = conversion
    unit = encoding.name.hasPrefix("UTF-16") ? 2 : 1
  }

  deinit {
    iconv_close(conversion)
  }

  /// Converts a whole text.
  package func utf8(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 2)
    bytes.withUnsafeMutableBytes { input in
      withUnsafeTemporaryAllocation(byteCount: Self.chunk, alignment: 1) { output in
        convert(input, through: output, into: &text)
      }
    }
    return text
  }

  private func convert(
    _ bytes: UnsafeMutableRawBufferPointer, through buffer: UnsafeMutableRawBufferPointer,
    into text: inout [UInt8]
  ) {
    // iconv moves the pointers and decrements the remaining counts; it writes only to the second
    // buffer. Both buffers outlive the call.
    var input = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    var left = bytes.count
    /// - Returns: The system's error number; 0 if there was none.
    func step(isEnd: Bool) -> Int32 {
      var output = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      var free = buffer.count
      let result =
        isEnd
        ? iconv(conversion, nil, nil, &output, &free)
        : iconv(conversion, &input, &left, &output, &free)
      let failure = result == -1 ? errno : 0
      text += buffer[..<(buffer.count - free)]
      return failure
    }
    while left > 0 {
      let failure = step(isEnd: false)
      if failure == 0 || failure == E2BIG { continue }
      // Flushes characters held back to be combined with what follows.
      _ = step(isEnd: true)
      text += Self.replacement
      // Any other error is a character truncated at the end.
      guard failure == EILSEQ, left > 0 else { return }
      let skipped = min(unit, left)
      input = input?.advanced(by: skipped)
      left -= skipped
    }
    _ = step(isEnd: true)
  }
}
