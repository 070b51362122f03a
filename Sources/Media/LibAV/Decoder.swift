import CLibAV
import MediaCore
import Models

/// An open codec.
final class Decoder {
  private let allocated: Allocated<AVCodecContext>

  /// Opens the decoder of a stream.
  ///
  /// - Parameters:
  ///   - stream: The stream; its parameters are copied.
  ///   - threadCount: The number of parallel threads; each costs memory and delay.
  ///   - showsDamaged: Whether to return frames with missing parts or references.
  ///   - cancellation: Consulted for the reason of a failure.
  /// - Throws: `.unsupportedCodec` or `.tooLarge`; `.damaged` if the codec's header is invalid.
  init(
    _ stream: MediaStream, threadCount: Int = 1, showsDamaged: Bool = false,
    cancellation: CancellationToken
  ) throws(MediaError) {
    let name = CleanText(stream.codecName)
    guard let codec = Self.codec(of: stream) else { throw .unsupportedCodec(name) }
    let parameters = stream.parameters.pointee
    guard Int64(parameters.width) * Int64(parameters.height) <= DecodeLimits.pixels else {
      throw .tooLarge
    }
    allocated = try Allocated(avcodec_alloc_context3(codec), avcodec_free_context)
    let context = allocated.pointer
    context.pointee.thread_count = Int32(threadCount)
    context.pointee.thread_type = FF_THREAD_FRAME
    if showsDamaged {
      context.pointee.flags |= AV_CODEC_FLAG_OUTPUT_CORRUPT
      context.pointee.flags2 |= AV_CODEC_FLAG2_SHOW_ALL
    }
    context.pointee.max_pixels = DecodeLimits.pixels
    context.pointee.max_samples = DecodeLimits.samples
    context.pointee.pkt_timebase = stream.pointer.pointee.time_base
    // Subtitles are cleaned like all text; libav would drop those that are not UTF-8.
    context.pointee.sub_charenc_mode = FF_SUB_CHARENC_MODE_IGNORE
    var code = avcodec_parameters_to_context(context, stream.parameters)
    if code >= 0 { code = avcodec_open2(context, codec, nil) }
    guard code >= 0 else { throw AVStatus.error(code, cancellation) }
  }

  var context: UnsafeMutablePointer<AVCodecContext> { allocated.pointer }

  /// Whether more threads help.
  var isThreadable: Bool {
    let capabilities = context.pointee.codec?.pointee.capabilities ?? 0
    return capabilities & (AV_CODEC_CAP_FRAME_THREADS | AV_CODEC_CAP_OTHER_THREADS) != 0
  }

  /// Discards everything sent so far, as after a seek.
  func flush() {
    avcodec_flush_buffers(context)
  }

  private static func codec(of stream: MediaStream) -> UnsafePointer<AVCodec>? {
    let id = stream.codecID
    // libav's own decoders for these two ignore a second stream with the alpha channel.
    let transparency = av_dict_get(stream.pointer.pointee.metadata, "alpha_mode", nil, 0)
    if transparency != nil, id == AV_CODEC_ID_VP8 || id == AV_CODEC_ID_VP9 {
      let name = id == AV_CODEC_ID_VP8 ? "libvpx" : "libvpx-vp9"
      if let codec = avcodec_find_decoder_by_name(name) { return codec }
    }
    // FFmpeg's own decoder pads each frame with silence to twice its duration (7.1).
    if id == AV_CODEC_ID_SPEEX, let codec = avcodec_find_decoder_by_name("libspeex") {
      return codec
    }
    return avcodec_find_decoder(id)
  }
}
