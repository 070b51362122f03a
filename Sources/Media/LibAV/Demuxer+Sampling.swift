import CLibAV
import MediaCore
import Models

// Where in a clip without an index something happens.
extension Demuxer {
  /// Places looked at in a file, and on a server, where each is a request.
  private static let samples = 256
  private static let remoteSamples = 32
  /// Where most happens, that many times as many are looked at, until they are this close, in seconds.
  private static let refinement = 0.5
  private static let closeness = 4.0
  /// How long that may take, in seconds.
  private static let sampleTime = 0.8
  /// Packets read at each place to find a time.
  private static let packetsPerSample = 200
  /// Fewer tell nothing.
  private static let fewestSamples = 8

  /// Looks at places that are evenly spread over the file: where there are many bytes, they are close
  /// in time.
  func sampled(
    _ empty: Activity, _ stream: MediaStream, _ origin: Double
  ) throws(MediaError) -> Activity? {
    guard let context, let size = input.presentByteCount ?? input.byteCount, size > 0 else {
      return nil
    }
    let isLocal = input is FileInput
    let count = isLocal ? Self.samples : Self.remoteSamples
    let end = cancellation.now + Self.sampleTime
    guard let packet = av_packet_alloc() else { throw .tooLarge }
    var spare: UnsafeMutablePointer<AVPacket>? = packet
    defer { av_packet_free(&spare) }
    var found: [Sample] = [(0, 0)]
    func look(at place: Int64) throws(MediaError) -> Sample? {
      guard cancellation.now < end, av_seek_frame(context, -1, place, AVSEEK_FLAG_BYTE) >= 0 else {
        return nil
      }
      let time = nextTime(of: stream, context, packet)
      if let interruption = AVStatus.interruption(of: cancellation) { throw interruption }
      return time.map { ($0 - origin, place) }
    }
    for number in 1..<count {
      let part = Double(Self.spread(number, of: count)) / Double(count)
      if let sample = try look(at: Int64(Double(size) * part)) { found.append(sample) }
    }
    found.sort { $0.position < $1.position }
    var ordered = found.reduce(into: [Sample]()) { list, sample in
      if sample.time >= list.last?.time ?? 0 { list.append(sample) }
    }
    // Otherwise the times jump, or the container cannot be entered anywhere.
    guard ordered.count > Self.fewestSamples, ordered.count * 2 > found.count else { return nil }
    for _ in 0..<Int(Double(count) * Self.refinement) {
      guard let index = Self.busiest(of: ordered) else { break }
      let (before, after) = (ordered[index], ordered[index + 1])
      let middle = before.position + (after.position - before.position) / 2
      guard let sample = try look(at: middle), sample.time >= before.time,
        sample.time <= after.time
      else { break }
      ordered.insert(sample, at: index + 1)
    }
    var activity = empty
    for (start, end) in zip(ordered, ordered.dropFirst()) {
      activity.add(Double(end.position - start.position), from: start.time, to: end.time)
    }
    activity.removeBackground()
    return activity
  }

  /// A time in seconds, and where the file is at it.
  private typealias Sample = (time: Double, position: Int64)

  /// The index of the sample after which most happens, of those that are not close to the next.
  private static func busiest(of samples: [Sample]) -> Int? {
    var best: (index: Int, rate: Double)?
    for index in samples.indices.dropLast() {
      let length = samples[index + 1].time - samples[index].time
      guard length > closeness else { continue }
      let rate = Double(samples[index + 1].position - samples[index].position) / length
      if rate > best?.rate ?? 0 { best = (index, rate) }
    }
    return best?.index
  }

  /// A number whose bits are reversed: any first ones of these are spread evenly.
  private static func spread(_ number: Int, of count: Int) -> Int {
    let bits = Int.bitWidth - (count - 1).leadingZeroBitCount
    var reversed = 0
    for bit in 0..<bits where number & 1 << bit != 0 { reversed |= 1 << (bits - 1 - bit) }
    return min(reversed, count - 1)
  }

  /// The time of the next packet of a stream, on the container's clock.
  private func nextTime(
    of stream: MediaStream, _ context: UnsafeMutablePointer<AVFormatContext>,
    _ packet: UnsafeMutablePointer<AVPacket>
  ) -> Double? {
    for _ in 0..<Self.packetsPerSample {
      guard av_read_frame(context, packet) >= 0 else { return nil }
      defer { av_packet_unref(packet) }
      if packet.pointee.stream_index == stream.index, let time = stream.time(of: packet) {
        return time
      }
    }
    return nil
  }
}
