import CLibAV
import MediaCore
import Models

/// Image formats that some versions of libav cannot read and report as damaged.
enum UnreadFrame {
  /// Recognises the format of a file that libav failed to read by its first bytes.
  ///
  /// - Parameter input: It is read again.
  /// - Returns: The format's name; `nil` if this libav reads it, if the file really is damaged, or for
  ///   any other format.
  static func name(of input: MediaInput) -> CleanText? {
    guard input.rewind() else { return nil }
    let head = input.read(headBytes).bytes
    // HEIC came with FFmpeg 7.0, animated WebP with 9.0.
    if LibAVLibraries.majorVersion < 61, isHEIC(head) { return "HEIC" }
    if av_find_input_format(MediaFormat.animatedWebP.demuxer) == nil, isAnimatedWebP(head) {
      return .localized("animated WebP")
    }
    return isUnreadAVIF(input) ? "AVIF" : nil
  }

  /// Enough bytes for the brands and a frame header.
  private static let headBytes = 64

  /// Whether the file's brands indicate HEVC-coded images (ISO/IEC 23008-12, B.4.1).
  private static func isHEIC(_ head: [UInt8]) -> Bool {
    guard head.count > 16, head[4..<8].elementsEqual("ftyp".utf8) else { return false }
    let end = min(head.count, head[..<4].reduce(0) { $0 << 8 | Int($1) })
    return stride(from: 8, to: end - 3, by: 4)
      .contains { $0 != 12 && head[$0..<$0 + 3].elementsEqual("hei".utf8) }
  }

  /// Whether an AVIF file is intact, but not as simple as libav 5 expects
  /// (docs/decisions/engine-files.md).
  private static func isUnreadAVIF(_ input: MediaInput) -> Bool {
    guard let size = input.presentByteCount ?? input.byteCount, input.rewind() else { return false }
    var head: [UInt8] = []
    while head.count < AVIFLayout.headBytes {
      let piece = input.read(AVIFLayout.headBytes - head.count).bytes
      if piece.isEmpty { break }
      head += piece
    }
    guard let layout = AVIFLayout(head: head, fileSize: Int(clamping: size)) else { return false }
    return layout.isWhole && !layout.isSimple
  }

  /// Whether the header of a WebP file indicates an animation (RFC 9649, 2.7).
  private static func isAnimatedWebP(_ head: [UInt8]) -> Bool {
    head.count > 20 && head.starts(with: "RIFF".utf8)
      && head[8..<16].elementsEqual("WEBPVP8X".utf8) && head[20] & 2 != 0
  }
}
