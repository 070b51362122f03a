import CLibAV
import Models

/// Image formats that some versions of libav cannot read and report as damaged.
enum UnreadFrame {
  /// Recognises the format of a file that libav failed to read by its first bytes.
  ///
  /// - Parameter input: It is read again.
  /// - Returns: The format's name, also of a file that is damaged, too; `nil` if this libav reads it, or
  ///   for any other format.
  static func name(of input: MediaInput) -> CleanText? {
    guard input.rewind() else { return nil }
    let head = input.read(headBytes).bytes
    // HEIC, and AVIF of more than the simplest kind, came with FFmpeg 7.0, animated WebP with 9.0.
    if LibAVLibraries.majorVersion < 61 {
      let brands = brands(head)
      if brands.contains(where: { $0.hasPrefix("hei") }) { return "HEIC" }
      // Sequences are read by all of them.
      if brands.contains("avif"), !brands.contains("avis") { return "AVIF" }
    }
    if av_find_input_format(MediaFormat.animatedWebP.demuxer) == nil, isAnimatedWebP(head) {
      return .localized("animated WebP")
    }
    return nil
  }

  /// Enough bytes for the brands and a frame header.
  private static let headBytes = 64

  /// The brands that a file names at its beginning: what kinds of image it holds (ISO/IEC 14496-12, 4.3;
  /// ISO/IEC 23008-12, B.4.1).
  private static func brands(_ head: [UInt8]) -> [String] {
    guard head.count > 16, head[4..<8].elementsEqual("ftyp".utf8) else { return [] }
    let end = min(head.count, head[..<4].reduce(0) { $0 << 8 | Int($1) })
    return stride(from: 8, to: end - 3, by: 4).filter { $0 != 12 }
      .map { String(decoding: head[$0..<$0 + 4], as: UTF8.self) }
  }

  /// Whether the header of a WebP file indicates an animation (RFC 9649, 2.7).
  private static func isAnimatedWebP(_ head: [UInt8]) -> Bool {
    head.count > 20 && head.starts(with: "RIFF".utf8)
      && head[8..<16].elementsEqual("WEBPVP8X".utf8) && head[20] & 2 != 0
  }
}
