import CUchardet

/// What libuchardet takes the encoding of a text for.
package enum EncodingGuess {
  /// Bytes that are looked at: more tell nothing new.
  private static let sample = 262_144

  /// Guesses an encoding.
  ///
  /// - Parameter bytes: The whole text.
  /// - Returns: `nil` if it is none that is known.
  package static func encoding(of bytes: [UInt8]) -> TextEncoding? {
    guard let detector = uchardet_new() else { return nil }
    defer { uchardet_delete(detector) }
    // ASCII tells nothing of the others, but what stands right before them may.
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
