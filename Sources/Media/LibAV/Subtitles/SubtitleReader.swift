import CLibAV
import MediaCore
import Models

/// Decodes packets of subtitles to lines of text.
///
/// Times are seconds on the container's clock.
final class SubtitleReader {
  private let stream: MediaStream
  private let decoder: Decoder
  private let packet: Allocated<AVPacket>
  /// Those of the script that the decoder makes of whatever it reads.
  private let styles: ScriptStyles

  /// How long a cue stays, in seconds, that does not say.
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

  /// Decodes what the demuxer has met of the stream since the last call.
  ///
  /// - Parameters:
  ///   - demuxer: Its subtitles have to be those of this reader's stream.
  ///   - origin: What to take off each time.
  /// - Returns: At most `DecodeLimits.subtitles` subtitles, in the container's order.
  func takeAll(from demuxer: Demuxer, origin: Double) -> [SubtitleCue] {
    var subtitles: [SubtitleCue] = []
    while subtitles.count < DecodeLimits.subtitles, demuxer.nextCue(into: packet.pointer) {
      defer { av_packet_unref(packet.pointer) }
      if let subtitle = subtitle(in: packet.pointer, origin: origin) { subtitles.append(subtitle) }
    }
    return subtitles
  }

  /// Forgets what was decoded, after the demuxer was moved.
  func flush() {
    decoder.flush()
  }

  /// Decodes a packet of the stream.
  ///
  /// - Parameters:
  ///   - packet: One that libav's demuxers have made.
  ///   - origin: What to take off each time.
  /// - Returns: `nil` if it has nothing to say, or not when.
  func subtitle(in packet: UnsafeMutablePointer<AVPacket>, origin: Double) -> SubtitleCue? {
    guard let time = stream.seconds(packet.pointee.pts) else { return nil }
    let decoded =
      stream.codecID == AV_CODEC_ID_WEBVTT ? readCue(packet) : decode(packet)
    guard let decoded, !decoded.lines.isEmpty else { return nil }
    let start = time - origin + decoded.delay
    let end = decoded.shown > 0 ? time - origin + decoded.shown : start + Self.usualDuration
    return SubtitleCue(start: start, end: max(end, start), lines: decoded.lines)
  }

  /// What a packet says, and from when to when, in seconds since its time; shown for 0 if that is
  /// open.
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
    // libav says 0 or all ones where the end is open.
    let end = subtitle.end_display_time
    return (
      Array(lines.prefix(CueLines.lineLimit)), Double(subtitle.start_display_time) / 1000,
      end == .max ? 0 : Double(end) / 1000
    )
  }
}
