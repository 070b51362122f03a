import CLibAV
import MediaCore
import Models

/// Decodes subtitle packets to lines of text.
///
/// Times are seconds on the container's clock.
final class SubtitleReader {
  private let stream: MediaStream
  private let decoder: Decoder
  private let packet: Allocated<AVPacket>
  /// The styles of the script into which the decoder converts all input.
  private let styles: ScriptStyles

  /// The duration of a cue without one, in seconds.
  private static let usualDuration = 4.0

  /// Opens the decoder of a stream.
  ///
  /// - Throws: `.unsupportedCodec`, `.damaged` or `.tooLarge`.
  init(_ stream: MediaStream, cancellation: CancellationToken) throws(MediaError) {
    self.stream = stream
    decoder = try Decoder(stream, cancellation: cancellation)
    let header = UnsafeBufferPointer(
      start: decoder.context.pointee.subtitle_header,
      count: max(Int(decoder.context.pointee.subtitle_header_size), 0))
    styles = ScriptStyles(header: header)
    packet = try Allocated(av_packet_alloc(), av_packet_free)
  }

  /// Decodes the stream's packets that the demuxer has queued since the last call.
  ///
  /// - Parameters:
  ///   - demuxer: Its subtitle stream must be this reader's.
  ///   - origin: Subtracted from each time.
  /// - Returns: At most `DecodeLimits.subtitles` subtitles, in container order.
  func takeAll(from demuxer: Demuxer, origin: Double) -> [SubtitleCue] {
    var subtitles: [SubtitleCue] = []
    while subtitles.count < DecodeLimits.subtitles, demuxer.nextCue(into: packet.pointer) {
      defer { av_packet_unref(packet.pointer) }
      if let subtitle = subtitle(in: packet.pointer, origin: origin) { subtitles.append(subtitle) }
    }
    return subtitles
  }

  /// Discards decoder state, after a seek of the demuxer.
  func flush() {
    decoder.flush()
  }

  /// Decodes a packet of the stream.
  ///
  /// - Parameters:
  ///   - packet: A packet from libav's demuxers.
  ///   - origin: Subtracted from each time.
  /// - Returns: `nil` if it has no text or no time.
  func subtitle(in packet: UnsafeMutablePointer<AVPacket>, origin: Double) -> SubtitleCue? {
    guard let time = stream.seconds(packet.pointee.pts) else { return nil }
    let decoded =
      stream.codecID == AV_CODEC_ID_WEBVTT ? readCue(packet) : decode(packet)
    guard let decoded, !decoded.lines.isEmpty else { return nil }
    let start = time - origin + decoded.delay
    let end = decoded.shown > 0 ? time - origin + decoded.shown : start + Self.usualDuration
    return SubtitleCue(start: start, end: max(end, start), lines: decoded.lines)
  }

  /// The text of a packet, its delay and its duration, in seconds; the duration is 0 if open.
  private typealias Decoded = (lines: [StyledText], delay: Double, shown: Double)

  private func readCue(_ packet: UnsafeMutablePointer<AVPacket>) -> Decoded? {
    let cue = UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size))
    return (WebCueText.lines(of: cue), 0, stream.seconds(packet.pointee.duration) ?? 0)
  }

  private func decode(_ packet: UnsafeMutablePointer<AVPacket>) -> Decoded? {
    var subtitle = AVSubtitle()
    var isDecoded: Int32 = 0
    guard avcodec_decode_subtitle2(decoder.context, &subtitle, &isDecoded, packet) >= 0,
      isDecoded != 0
    else { return nil }
    defer { avsubtitle_free(&subtitle) }
    var lines: [StyledText] = []
    for index in 0..<Int(subtitle.num_rects) where lines.count < CueLines.lineLimit {
      guard let event = subtitle.rects[index]?.pointee.ass else { continue }
      let bytes = UnsafeRawBufferPointer(start: event, count: strlen(event))
      lines += ScriptText.lines(ofEvent: bytes, styles: styles)
    }
    // libav uses 0 or all ones for an open end.
    let end = subtitle.end_display_time
    return (
      Array(lines.prefix(CueLines.lineLimit)), Double(subtitle.start_display_time) / 1000,
      end == .max ? 0 : Double(end) / 1000
    )
  }
}
