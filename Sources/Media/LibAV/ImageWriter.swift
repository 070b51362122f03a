import CLibAV
import MediaCore
import Models

package enum ImageWriter {
  /// PNG (ISO/IEC 15948): 8-bit RGB, losslessly compressed.
  case png
  /// JPEG (ISO/IEC 10918-1) of good quality: a tenth of the size.
  case jpeg

  /// Encodes a file. Takes a second for a 4K image: not for the main thread.
  ///
  /// - Parameter image: Its pixels are assumed to be square.
  /// - Returns: The whole file.
  /// - Throws: `tooLarge` if there is no memory for it, `noStreams` for an image without pixels,
  ///   `unsupportedCodec` if libav was built without the format.
  package func encode(_ image: PixelBuffer) throws(MediaError) -> [UInt8] {
    guard image.size.width > 0, image.size.height > 0 else { throw .noStreams }
    LibAVLibraries.prepare()
    guard let codec = avcodec_find_encoder(self == .png ? AV_CODEC_ID_PNG : AV_CODEC_ID_MJPEG)
    else { throw .unsupportedCodec(self == .png ? "png" : "mjpeg") }
    let owners = (
      try Allocated(avcodec_alloc_context3(codec), avcodec_free_context),
      try Allocated(av_frame_alloc(), av_frame_free),
      try Allocated(av_packet_alloc(), av_packet_free)
    )
    defer { withExtendedLifetime(owners) {} }
    let (context, frame, packet) = (owners.0.pointer, owners.1.pointer, owners.2.pointer)
    context.pointee.width = Int32(clamping: image.size.width)
    context.pointee.height = Int32(clamping: image.size.height)
    context.pointee.pix_fmt = pixelFormat
    context.pointee.color_range = AVCOL_RANGE_JPEG
    context.pointee.time_base = AVRational(num: 1, den: 1)
    context.pointee.thread_count = 1
    switch self {
    case .png:
      // Each row uses the predictor with the smallest residual, which halves the size of
      // photographs.
      av_opt_set(context.pointee.priv_data, "pred", "mixed", 0)
    case .jpeg:
      context.pointee.flags |= AV_CODEC_FLAG_QSCALE
      context.pointee.global_quality = Self.jpegScale * FF_QP2LAMBDA
    }
    try Self.check(avcodec_open2(context, codec, nil))
    frame.pointee.format = pixelFormat.rawValue
    frame.pointee.width = context.pointee.width
    frame.pointee.height = context.pointee.height
    frame.pointee.color_range = AVCOL_RANGE_JPEG
    frame.pointee.quality = context.pointee.global_quality
    try Self.check(av_frame_get_buffer(frame, 0))
    switch self {
    case .png: try Self.fillRGB(frame, with: image)
    case .jpeg: try Self.fillYUV(frame, with: image)
    }
    try Self.check(avcodec_send_frame(context, frame))
    try Self.check(avcodec_receive_packet(context, packet))
    return Array(UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)))
  }

  /// libav's scale of quality, 2 to 31, the best first.
  private static let jpegScale: Int32 = 4

  private var pixelFormat: AVPixelFormat {
    self == .png ? AV_PIX_FMT_RGB24 : AV_PIX_FMT_YUVJ444P
  }

  private static func fillRGB(
    _ frame: UnsafeMutablePointer<AVFrame>, with image: PixelBuffer
  ) throws(MediaError) {
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

  /// The colours of JFIF (ITU-T T.871), in 16-bit fixed point.
  private static func fillYUV(
    _ frame: UnsafeMutablePointer<AVFrame>, with image: PixelBuffer
  ) throws(MediaError) {
    let (data, sizes) = (frame.pointee.data, frame.pointee.linesize)
    guard let luma = data.0, let blues = data.1, let reds = data.2 else { throw .tooLarge }
    let (lumaStride, blueStride, redStride) = (Int(sizes.0), Int(sizes.1), Int(sizes.2))
    image.withPixels { pixels in
      for row in 0..<image.size.height {
        for column in 0..<image.size.width {
          let pixel = Int(pixels[row * image.size.width + column])
          let (red, green, blue) = (pixel & 0xFF, pixel >> 8 & 0xFF, pixel >> 16 & 0xFF)
          func sample(_ value: Int) -> UInt8 { UInt8(clamping: (value + 0x8000) >> 16) }
          luma[row * lumaStride + column] = sample(19_595 * red + 38_470 * green + 7_471 * blue)
          blues[row * blueStride + column] = sample(
            0x80_0000 - 11_059 * red - 21_709 * green + 32_768 * blue)
          reds[row * redStride + column] = sample(
            0x80_0000 + 32_768 * red - 27_439 * green - 5_329 * blue)
        }
      }
    }
  }

  private static func check(_ code: Int32) throws(MediaError) {
    if code < 0 { throw AVStatus.error(code, CancellationToken()) }
  }
}
