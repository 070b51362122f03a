import CLibAV
import MediaCore
import Models

/// A subtitle file, read completely.
///
/// Its bytes are in memory, as UTF-8, before libav sees any: whatever its format, no other file is
/// opened.
enum SidecarFile {
  /// Whether a path is a regular file of an acceptable size.
  static func isReadable(_ path: FilePath) -> Bool {
    guard let status = try? FileStatus(path) else { return false }
    return status.kind == .file && (1...DecodeLimits.sidecarBytes).contains(status.size)
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - form: The format indicated by its name; its first line takes precedence.
  ///   - decoder: Decodes its text.
  ///   - cancellation: Ends the call early.
  /// - Returns: At most `DecodeLimits.sidecarSubtitles` subtitles, in file order; times count from
  ///   the clip's beginning.
  /// - Throws: Any error of `FileInput`, `.tooLarge`, `.damaged`, `.cancelled` or `.timedOut`.
  static func subtitles(
    of path: FilePath, form: SidecarName.Form, _ decoder: TextDecoder,
    cancellation: CancellationToken
  ) throws(MediaError) -> [SubtitleCue] {
    // It may have grown since the check.
    var text = decoder.text(
      try FileInput(path, cancellation: cancellation).readAll(limit: DecodeLimits.sidecarBytes))
    // libav would stop at a NUL byte.
    for index in text.indices where text[index] == 0 { text[index] = UInt8(ascii: " ") }
    switch Self.form(of: text, form) {
    case .subRip: return try subtitles(in: text, demuxer: "srt", cancellation: cancellation)
    case .script: return try subtitles(in: text, demuxer: "ass", cancellation: cancellation)
    case .webVTT:
      return WebCueFile.subtitles(
        in: text, atMost: DecodeLimits.sidecarSubtitles, byteLimit: Int(DecodeLimits.subtitleBytes))
    }
  }

  /// - Parameter demuxer: Allowed only here: as clips, files in these formats would be empty.
  private static func subtitles(
    in text: [UInt8], demuxer: String, cancellation: CancellationToken
  ) throws(MediaError) -> [SubtitleCue] {
    let input = MemoryInput(text, cancellation: cancellation)
    guard input.rewind() else { throw .tooLarge }
    guard let format = av_find_input_format(demuxer) else { throw .damaged }
    var context: UnsafeMutablePointer<AVFormatContext>? = try FormatContext.open(
      format, from: input, whitelist: demuxer)
    defer {
      // Reads through the input to its end.
      withExtendedLifetime(input) { avformat_close_input(&context) }
    }
    guard let open = context, let stream = MediaStream(.subtitles, in: open) else { throw .damaged }
    let packet = try Allocated(av_packet_alloc(), av_packet_free)
    let reader = try SubtitleReader(stream, cancellation: cancellation)
    var subtitles: [SubtitleCue] = []
    while subtitles.count < DecodeLimits.sidecarSubtitles, av_read_frame(open, packet.pointer) >= 0
    {
      defer { av_packet_unref(packet.pointer) }
      if let interruption = AVStatus.interruption(of: cancellation) { throw interruption }
      guard packet.pointer.pointee.size <= DecodeLimits.subtitleBytes else { continue }
      if let subtitle = reader.subtitle(in: packet.pointer, origin: 0) {
        subtitles.append(subtitle)
      }
    }
    return subtitles
  }

  private static func form(of text: [UInt8], _ named: SidecarName.Form) -> SidecarName.Form {
    if text.starts(with: Array("WEBVTT".utf8)) { return .webVTT }
    return text.starts(with: Array("[Script Info]".utf8)) ? .script : named
  }
}
