import CLibAV

/// Decrypts AES-128 in CBC mode with PKCS #7 padding, as used for HLS segments (RFC 8216, 4.3.2.4).
final class DecryptingSource: MediaInput {
  private let source: MediaInput
  private let cipher: OpaquePointer
  private var vector: [UInt8]
  /// Read but not decrypted. The last block stays until it is known to be the last.
  private var encrypted: [UInt8] = []
  private var decrypted: ArraySlice<UInt8> = []
  private var isAtEnd = false

  private static let block = 16

  /// - Parameters:
  ///   - source: The encrypted input.
  ///   - key: 32 hexadecimal digits.
  ///   - start: The initialisation vector, likewise.
  /// - Returns: `nil` if these are invalid.
  init?(_ source: MediaInput, key: String, start: String) {
    guard let key = Self.bytes(key), let vector = Self.bytes(start), let cipher = av_aes_alloc(),
      av_aes_init(cipher, key, 128, 1) >= 0
    else { return nil }
    self.source = source
    self.cipher = cipher
    self.vector = vector
    super.init(source.cancellation)
  }

  deinit {
    av_free(UnsafeMutableRawPointer(cipher))
  }

  override func read(into buffer: UnsafeMutablePointer<UInt8>, count: Int32) -> Int32 {
    while decrypted.isEmpty {
      if isAtEnd { return AVStatus.endOfFile }
      let code = source.read(into: buffer, count: count)
      if code < 0, code != AVStatus.endOfFile { return code }
      if code > 0 {
        encrypted += UnsafeBufferPointer(start: buffer, count: Int(code))
        decrypt(blocks: max(encrypted.count - 1, 0) / Self.block)
      } else {
        isAtEnd = true
        decrypt(blocks: encrypted.count / Self.block)
        let padding = Int(decrypted.last ?? 0)
        if 1...Self.block ~= padding { decrypted = decrypted.dropLast(padding) }
      }
    }
    let piece = decrypted.prefix(Int(count))
    _ = UnsafeMutableBufferPointer(start: buffer, count: piece.count).update(fromContentsOf: piece)
    decrypted = decrypted.dropFirst(piece.count)
    return Int32(piece.count)
  }

  private func decrypt(blocks: Int) {
    guard blocks > 0 else { return }
    let size = blocks * Self.block
    decrypted =
      [UInt8](unsafeUninitializedCapacity: size) { output, count in
        av_aes_crypt(cipher, output.baseAddress, encrypted, Int32(blocks), &vector, 1)
        count = size
      }[...]
    encrypted.removeFirst(size)
  }

  private static func bytes(_ digits: String) -> [UInt8]? {
    let values = digits.compactMap(\.hexDigitValue)
    guard values.count == 2 * block, digits.count == values.count else { return nil }
    return (0..<block).map { (index: Int) -> UInt8 in
      let (high, low): (Int, Int) = (values[2 * index], values[2 * index + 1])
      return UInt8(high * 16 + low)
    }
  }
}
