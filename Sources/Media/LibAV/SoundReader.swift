import CLibAV
import MediaCore
import Models

/// Decodes and resamples a demuxer's audio stream.
///
/// Times are seconds on the container's clock.
final class SoundReader {
  private let demuxer: Demuxer
  private let stream: MediaStream
  private let decoder: Decoder
  private let resampler = Resampler()
  private let packet: Allocated<AVPacket>
  private let frame: Allocated<AVFrame>

  /// When the audio ends; `nil` if the file does not give it exactly.
  private let end: Double?

  /// The time of the next sample if there is no gap; `nil` after a seek.
  private var expectedTime: Double?
  private var lastTimestamp: Int64?
  private var failuresInARow = 0
  private var isDraining = false
  private var isFinished = false

  init(_ stream: MediaStream, of demuxer: Demuxer) throws(MediaError) {
    let rate = stream.parameters.pointee.sample_rate
    guard rate == 0 || DecodeLimits.sampleRates.contains(rate) else { throw .damaged }
    self.demuxer = demuxer
    self.stream = stream
    // Only in this container do durations come from an edit list.
    end = demuxer.format.demuxer == "mov" ? stream.duration.map { stream.startTime + $0 } : nil
    decoder = try Decoder(stream, cancellation: demuxer.cancellation)
    packet = try Allocated(av_packet_alloc(), av_packet_free)
    frame = try Allocated(av_frame_alloc(), av_frame_free)
  }

  /// Decodes the next audio chunk.
  ///
  /// - Parameter samples: Receives the samples as `AudioFormat`.
  /// - Returns: The time of the first sample.
  /// - Throws: `.cancelled` or `.timedOut`.
  func next(appendingTo samples: inout [Int16]) throws(MediaError) -> StreamRead<Double> {
    while true {
      switch try decode() {
      case .starved: return .starved
      case .awaited: return .awaited
      case .end: return finish(&samples)
      case .value: break
      }
      let frame = frame.pointer
      defer { av_frame_unref(frame) }
      // A chunk with the same timestamp as the previous one, as in RealMedia, follows it.
      let timestamp = frame.pointee.best_effort_timestamp
      let isRepeated = timestamp == lastTimestamp && timestamp != AVStatus.noTimestamp
      lastTimestamp = timestamp
      let time = isRepeated ? expectedTime : stream.seconds(timestamp)
      let duration = Double(frame.pointee.nb_samples) / Double(max(frame.pointee.sample_rate, 1))
      if let time, time + duration <= demuxer.soundStart {
        // Decoded all the same, because codecs need preceding data to start.
        expectedTime = time + duration
        continue
      }
      let start = placement(of: time)
      let before = samples.count
      guard resampler.convert(frame, appendingTo: &samples) else {
        countFailure()
        continue
      }
      if samples.count > before {
        expectedTime = start + seconds(samples.count - before)
        cutEnd(&samples, after: before, start: start)
        guard samples.count > before else { continue }
        return .value(start)
      }
    }
  }

  /// Discards decoded audio, after a seek of the demuxer.
  func flush() {
    decoder.flush()
    resampler.reset()
    expectedTime = nil
    lastTimestamp = nil
    failuresInARow = 0
    isDraining = false
    isFinished = false
  }

  /// Timestamps closer than this to the end of the previous chunk, in seconds, are taken to mean
  /// it: containers round them, and Vorbis in WebM is often 11 ms off and back again a chunk later,
  /// which would be audible. A lag of 25 ms between sound and video is not noticeable.
  private static let jitter = 0.025

  /// Sound further than this beyond the end, in seconds, means that the file's end is wrong.
  private static let longestSurplus = 0.1

  /// The time of the resampler's next output sample.
  private func placement(of time: Double?) -> Double {
    guard let time else { return expectedTime ?? 0 }
    // Audio buffered in the resampler comes out first.
    let start = time - resampler.delay
    if let expectedTime {
      if abs(start - expectedTime) <= Self.jitter { return expectedTime }
      resampler.reset()
      return time
    }
    return start
  }

  private func decode() throws(MediaError) -> StreamRead<Void> {
    if isFinished { return .end }
    while true {
      let code = avcodec_receive_frame(decoder.context, frame.pointer)
      if code >= 0 {
        failuresInARow = 0
        return .value(())
      }
      if code == AVStatus.endOfFile || isDraining { return .end }
      if code != AVStatus.again { countFailure() }
      if isFinished { return .end }
      let read = try demuxer.next(.sound, into: packet.pointer)
      switch read {
      case .starved, .awaited: return read
      case .end:
        isDraining = true
        avcodec_send_packet(decoder.context, nil)
      case .value:
        if avcodec_send_packet(decoder.context, packet.pointer) < 0 { countFailure() }
        av_packet_unref(packet.pointer)
      }
    }
  }

  /// A clip with broken audio continues in silence.
  private func countFailure() {
    failuresInARow += 1
    if failuresInARow > DecodeLimits.failuresInARow { isFinished = true }
  }

  private func finish(_ samples: inout [Int16]) -> StreamRead<Double> {
    isFinished = true
    let before = samples.count
    guard let start = expectedTime, resampler.drain(appendingTo: &samples),
      samples.count > before
    else { return .end }
    expectedTime = nil
    cutEnd(&samples, after: before, start: start)
    return samples.count > before ? .value(start) : .end
  }

  /// Cuts the last packet's samples beyond the end given by the file: AAC has 1024 samples per
  /// packet, and libav cuts none off. Otherwise each turn of a loop would be longer by that.
  private func cutEnd(_ samples: inout [Int16], after before: Int, start: Double) {
    let frames = (samples.count - before) / AudioFormat.channels
    // While a file is being written, this is not its end.
    guard let end, start <= end + Self.longestSurplus, demuxer.growth?.hasGrown != true else {
      return
    }
    let kept = Int(saturating: (end - start) * AudioFormat.rate)
    samples.removeLast(max(frames - max(kept, 0), 0) * AudioFormat.channels)
  }

  private func seconds(_ sampleCount: Int) -> Double {
    Double(sampleCount / AudioFormat.channels) / AudioFormat.rate
  }
}
