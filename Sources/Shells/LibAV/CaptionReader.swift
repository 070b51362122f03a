import CLibAV
import MediaCore
import Models

/// Decodes a demuxer's stream of captions to lines of plain text.
///
/// Times are seconds on the container's clock.
final class CaptionReader {
  private let stream: MediaStream
  private let decoder: Decoder
  private let packet: UnsafeMutablePointer<AVPacket>

  /// How long a caption stays, in seconds, that does not say.
  private static let usualDuration = 4.0

  /// Opens the decoder of a stream.
  ///
  /// - Throws: `.unsupportedCodec`, `.damaged` or `.tooLarge`.
  init(_ stream: MediaStream, cancellation: CancellationToken) throws(MediaError) {
    self.stream = stream
    decoder = try Decoder(stream, cancellation: cancellation)
    guard let packet = av_packet_alloc() else { throw .tooLarge }
    self.packet = packet
  }

  deinit {
    var packet: UnsafeMutablePointer<AVPacket>? = packet
    av_packet_free(&packet)
  }

  /// Decodes what the demuxer has met of the stream since the last call.
  ///
  /// - Parameters:
  ///   - demuxer: Its captions have to be those of this reader's stream.
  ///   - origin: What to take off each time.
  /// - Returns: At most `DecodeLimits.captions` captions, in the container's order.
  func takeAll(from demuxer: Demuxer, origin: Double) -> [Caption] {
    var captions: [Caption] = []
    while captions.count < DecodeLimits.captions, demuxer.nextCaption(into: packet) {
      defer { av_packet_unref(packet) }
      if let caption = decode(origin: origin) { captions.append(caption) }
    }
    return captions
  }

  /// Forgets what was decoded, after the demuxer was moved.
  func flush() {
    decoder.flush()
  }

  private func decode(origin: Double) -> Caption? {
    guard let time = stream.seconds(packet.pointee.pts) else { return nil }
    var subtitle = AVSubtitle()
    var isDecoded: Int32 = 0
    guard avcodec_decode_subtitle2(decoder.context, &subtitle, &isDecoded, packet) >= 0,
      isDecoded != 0
    else { return nil }
    defer { avsubtitle_free(&subtitle) }
    var lines: [CleanText] = []
    for index in 0..<Int(subtitle.num_rects) where lines.count < CaptionText.lineLimit {
      guard let event = subtitle.rects[index]?.pointee.ass else { continue }
      lines += CaptionText.lines(
        ofEvent: UnsafeBufferPointer(start: event, count: strlen(event)).map(
          UInt8.init(bitPattern:)))
    }
    guard !lines.isEmpty else { return nil }
    let start = time - origin + Double(subtitle.start_display_time) / 1000
    // libav says 0 or all ones where the end is open.
    let shown = subtitle.end_display_time == .max ? 0 : Double(subtitle.end_display_time) / 1000
    let end = shown > 0 ? time - origin + shown : start + Self.usualDuration
    return Caption(
      start: start, end: max(end, start), lines: Array(lines.prefix(CaptionText.lineLimit)))
  }
}
