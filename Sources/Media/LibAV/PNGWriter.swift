import CLibAV
import MediaCore
import Models

/// Writes frames as PNG files (ISO/IEC 15948): 8-bit RGB, losslessly compressed.
package enum PNGWriter {
  /// Encodes a file. Takes a second for a 4K image: not for the main thread.
  ///
  /// - Parameter image: Its pixels are assumed to be square.
  /// - Returns: The whole file.
  /// - Throws: `tooLarge` if there is no memory for it, `noStreams` for an image without pixels,
  ///   `unsupportedCodec` if libav was built without PNG.
  package static func encode(_ image: PixelBuffer) throws(MediaError) -> [UInt8] {
    guard image.size.width > 0, image.size.height > 0 else { throw .noStreams }
    LibAVLibraries.prepare()
    guard let codec = avcodec_find_encoder(AV_CODEC_ID_PNG) else {
      throw .unsupportedCodec("png")
    }
    let owners = (
      try Allocated(avcodec_alloc_context3(codec), avcodec_free_context),
      try Allocated(av_frame_alloc(), av_frame_free),
      try Allocated(av_packet_alloc(), av_packet_free)
    )
    defer { withExtendedLifetime(owners) {} }
    let (context, frame, packet) = (owners.0.pointer, owners.1.pointer, owners.2.pointer)
    context.pointee.width = Int32(clamping: image.size.width)
    context.pointee.height = Int32(clamping: image.size.height)
    context.pointee.pix_fmt = AV_PIX_FMT_RGB24
    context.pointee.time_base = AVRational(num: 1, den: 1)
    context.pointee.thread_count = 1
    // Each row uses the predictor with the smallest residual, which halves the size of photographs.
    av_opt_set(context.pointee.priv_data, "pred", "mixed", 0)
    try check(avcodec_open2(context, codec, nil))
    try fill(frame, with: image)
    try check(avcodec_send_frame(context, frame))
    try check(avcodec_receive_packet(context, packet))
    return Array(UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)))
  }

  private static func fill(
    _ frame: UnsafeMutablePointer<AVFrame>, with image: PixelBuffer
  ) throws(MediaError) {
    frame.pointee.format = AV_PIX_FMT_RGB24.rawValue
    frame.pointee.width = Int32(clamping: image.size.width)
    frame.pointee.height = Int32(clamping: image.size.height)
    frame.pointee.color_range = AVCOL_RANGE_JPEG
    try check(av_frame_get_buffer(frame, 0))
    guard let plane = frame.pointee.data.0 else { throw .tooLarge }
    let stride = Int(frame.pointee.linesize.0)
    image.withPixels { pixels in
      var source = 0
      for row in 0..<image.size.height {
        var target = plane + row * stride
        for _ in 0..<image.size.width {
          let pixel = pixels[source]
          target[0] = UInt8(truncatingIfNeeded: pixel)
          target[1] = UInt8(truncatingIfNeeded: pixel >> 8)
          target[2] = UInt8(truncatingIfNeeded: pixel >> 16)
          target += 3
          source += 1
        }
      }
    }
  }

  private static func check(_ code: Int32) throws(MediaError) {
    if code < 0 { throw AVStatus.error(code, CancellationToken()) }
  }
}
