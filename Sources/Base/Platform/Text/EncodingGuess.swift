import CUchardet

/// Guesses the encoding of a text with libuchardet.
package enum EncodingGuess {
  /// The number of bytes to examine; more do not improve the guess.
  private static let sample = 262_144

  /// Guesses an encoding.
  ///
  /// - Parameter bytes: The whole text.
  /// - Returns: `nil` if no known encoding matches.
  package static func encoding(of bytes: [UInt8]) -> TextEncoding? {
    guard let detector = uchardet_new() else { return nil }
    defer { uchardet_delete(detector) }
    // ASCII says nothing about the other bytes, but the characters right before them may.
    let first = bytes.firstIndex { $0 >= 0x80 || $0 == 0x1B } ?? 0
    let looked = bytes[max(first - 64, 0)...].prefix(sample)
    let status = looked.withUnsafeBytes { buffer in
      uchardet_handle_data(
        detector, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
    }
    uchardet_data_end(detector)
    guard status == 0, let name = uchardet_get_charset(detector) else { return nil }
    return TextEncoding(String(cString: name))
  }
}
