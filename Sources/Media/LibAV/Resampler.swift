import CLibAV
import MediaCore

/// Converts decoded audio of any format to `AudioFormat`.
final class Resampler {
  private var context: OpaquePointer?
  private var inputRate: Int32 = 0
  private var inputFormat: Int32 = -1
  private var inputLayout = AVChannelLayout()

  deinit {
    swr_free(&context)
    av_channel_layout_uninit(&inputLayout)
  }

  /// Seconds of audio buffered inside.
  var delay: Double {
    guard let context else { return 0 }
    return Double(swr_get_delay(context, 1_000_000)) * 1e-6
  }

  /// Converts a frame; its format may differ from the previous one's.
  ///
  /// - Returns: `false` if the frame is invalid.
  func convert(
    _ frame: UnsafeMutablePointer<AVFrame>, appendingTo samples: inout [Int16]
  ) -> Bool {
    guard frame.pointee.nb_samples > 0, configure(for: frame) else { return false }
    let data = UnsafeMutableRawPointer(frame.pointee.extended_data)?
      .assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
    return run(data, frame.pointee.nb_samples, &samples)
  }

  /// Appends all buffered audio.
  ///
  /// - Returns: `false` if nothing was ever converted.
  func drain(appendingTo samples: inout [Int16]) -> Bool {
    context != nil && run(nil, 0, &samples)
  }

  /// Discards all buffered audio.
  func reset() {
    swr_free(&context)
    inputFormat = -1
  }

  private func run(
    _ data: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ count: Int32,
    _ samples: inout [Int16]
  ) -> Bool {
    let room = Int(swr_get_out_samples(context, count))
    guard room >= 0 else { return false }
    let channels = AudioFormat.channels
    let before = samples.count
    samples.appendSilence(room * channels)
    let converted = samples.withUnsafeMutableBytes { bytes in
      var output = bytes.baseAddress.map {
        ($0 + before * MemoryLayout<Int16>.stride).assumingMemoryBound(to: UInt8.self)
      }
      return swr_convert(context, &output, Int32(room), data, count)
    }
    samples.removeLast((room - Int(max(converted, 0))) * channels)
    return converted >= 0
  }

  private func configure(for frame: UnsafeMutablePointer<AVFrame>) -> Bool {
    let rate = frame.pointee.sample_rate
    if context != nil, rate == inputRate, frame.pointee.format == inputFormat,
      av_channel_layout_compare(&frame.pointee.ch_layout, &inputLayout) == 0
    {
      return true
    }
    reset()
    guard DecodeLimits.sampleRates.contains(rate), frame.pointee.ch_layout.nb_channels > 0
    else { return false }
    inputRate = rate
    av_channel_layout_copy(&inputLayout, &frame.pointee.ch_layout)
    var source = AVChannelLayout()
    if inputLayout.order == AV_CHANNEL_ORDER_UNSPEC {
      av_channel_layout_default(&source, inputLayout.nb_channels)
    } else {
      av_channel_layout_copy(&source, &inputLayout)
    }
    var target = AVChannelLayout()
    av_channel_layout_default(&target, Int32(AudioFormat.channels))
    defer {
      av_channel_layout_uninit(&source)
      av_channel_layout_uninit(&target)
    }
    let allocated = swr_alloc_set_opts2(
      &context, &target, AV_SAMPLE_FMT_S16, Int32(AudioFormat.sampleRate), &source,
      AVSampleFormat(rawValue: frame.pointee.format), rate, 0, nil)
    guard allocated >= 0, swr_init(context) >= 0 else {
      swr_free(&context)
      return false
    }
    inputFormat = frame.pointee.format
    return true
  }
}
