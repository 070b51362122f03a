import CLibAV
import Glibc
import MediaCore
import Models

/// Creates libav's format contexts, which can only access the given input.
enum FormatContext {
  /// Recognises a container by its first bytes.
  ///
  /// - Throws: `.notMedia`, or any error from reading.
  static func recognise(
    _ input: MediaInput
  ) throws(MediaError) -> UnsafePointer<AVInputFormat> {
    var format: UnsafePointer<AVInputFormat>?
    if input is StreamInput {
      // libav relies on names and content types here, which servers often get wrong.
      format = av_find_input_format(MediaFormat.segmentedStream.demuxer)
      guard let format else { throw .notMedia }
      return format
    }
    // Without a name, which would let some demuxers match by extension.
    let code = av_probe_input_buffer2(
      input.context, &format, nil, nil, 0, DecodeLimits.recognitionBytes)
    if let interruption = AVStatus.interruption(of: input.cancellation) { throw interruption }
    if let failure = input.failure { throw failure }
    guard code >= 0, let format else {
      throw .notMedia
    }
    return format
  }

  /// Opens a container and reads its header.
  ///
  /// - Parameters:
  ///   - inputFormat: Its demuxer.
  ///   - input: The source of its bytes.
  ///   - whitelist: The allowed demuxers, in the form of libav's `format_whitelist`.
  /// - Throws: `.tooLarge`, `.damaged`, the input's failure, `.cancelled` or `.timedOut`.
  static func open(
    _ inputFormat: UnsafePointer<AVInputFormat>, from input: MediaInput,
    whitelist: String = MediaFormat.whitelist
  ) throws(MediaError) -> UnsafeMutablePointer<AVFormatContext> {
    guard let fresh = avformat_alloc_context() else { throw .tooLarge }
    fresh.pointee.pb = input.context
    fresh.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    fresh.pointee.io_open = refuseToOpen
    fresh.pointee.interrupt_callback = AVIOInterruptCB(
      callback: shouldStop, opaque: Unmanaged.passUnretained(input.cancellation).toOpaque())
    fresh.pointee.max_streams = DecodeLimits.streams
    fresh.pointee.probesize = DecodeLimits.probeBytes
    fresh.pointee.max_analyze_duration = DecodeLimits.probeMicroseconds
    fresh.pointee.format_whitelist = av_strdup(whitelist)
    // Everything is read through our own input: no libav protocol has this name.
    fresh.pointee.protocol_whitelist = av_strdup("none")
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    let address = (input as? StreamInput)?.prepare(fresh, &options)
    // On failure it is freed, and the pointer becomes nil.
    var context: UnsafeMutablePointer<AVFormatContext>? = fresh
    let code = avformat_open_input(&context, address, inputFormat, &options)
    guard code >= 0, let context else {
      throw AVStatus.interruption(of: input.cancellation) ?? input.failure
        ?? AVStatus.error(code, input.cancellation)
    }
    let format = MediaFormat(demuxerNames: String(cString: inputFormat.pointee.name))
    repairStreams(of: context, isMP4: format?.demuxer == "mov")
    return context
  }

  /// Corrects or completes stream properties from libav's demuxers, right after a header was read.
  private static func repairStreams(
    of context: UnsafeMutablePointer<AVFormatContext>, isMP4: Bool
  ) {
    var end = 0.0
    for index in 0..<Int(context.pointee.nb_streams) {
      guard let stream = context.pointee.streams[index] else { continue }
      // ISO 14496-12, 8.4.2.3: all ones mean an unknown duration.
      if stream.pointee.duration == Int64(UInt32.max) {
        stream.pointee.duration = AVStatus.noTimestamp
      }
      end = max(end, self.end(of: stream.pointee) ?? 0)
    }
    // For MP4, 5.1 takes the duration from the header; 7.1 no longer does.
    if context.pointee.duration <= 0, end > 0, isMP4 {
      context.pointee.duration = Int64((end * Double(AV_TIME_BASE)).rounded())
    }
  }

  /// When a stream ends, in seconds on the container's clock; `nil` if its header does not say, or
  /// lists no samples because they are in fragments.
  private static func end(of stream: AVStream) -> Double? {
    guard stream.duration > 0, stream.nb_frames > 0 else { return nil }
    let start = stream.start_time == AVStatus.noTimestamp ? 0 : Double(stream.start_time)
    let ticks = start + Double(stream.duration)
    return MediaTime.plausible(ticks * av_q2d(stream.time_base))
  }
}

// File-scope functions: closures formed in a main-actor context would trap on libav's threads.
private func shouldStop(_ opaque: UnsafeMutableRawPointer?) -> Int32 {
  guard let opaque else { return 0 }
  let token = Unmanaged<CancellationToken>.fromOpaque(opaque).takeUnretainedValue()
  return token.shouldStop ? 1 : 0
}

/// Prevents a file from making libav open another: a playlist, a data reference, an address.
private func refuseToOpen(
  _ context: UnsafeMutablePointer<AVFormatContext>?,
  _ result: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?,
  _ url: UnsafePointer<CChar>?, _ flags: Int32, _ options: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  -EPERM
}
