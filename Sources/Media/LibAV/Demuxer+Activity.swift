import CLibAV
import MediaCore
import Models

// Where in a clip something happens, without decoding it (docs/decisions/excerpts.md).
extension Demuxer {
  /// An index with fewer entries is no index.
  private static let fewestEntries = 8
  /// One with a larger gap, as a part of the clip, only has what was read.
  private static let largestGap = 0.1
  /// How much an entry may be earlier than the one before, in seconds.
  private static let reordering = 1.0
  /// Places looked at in a file without an index, and on a server, where each is a request.
  private static let samples = 256
  private static let remoteSamples = 24
  /// How long that may take, in seconds.
  private static let sampleTime = 0.8
  /// Packets read at each place to find a time.
  private static let packetsPerSample = 200

  /// How many bytes the packets take over time; the container must then be sought.
  ///
  /// - Parameter origin: When the first frame is shown, in seconds on the container's clock.
  /// - Returns: `nil` if the container does not tell.
  /// - Throws: `.cancelled` or `.timedOut`.
  func activity(origin: Double) throws(MediaError) -> Activity? {
    guard let anchor = video ?? sound, !anchor.isCoverArt, format.hasTimes,
      !(input is StreamInput), let duration, let empty = Activity(duration: duration)
    else { return nil }
    readIndex(of: anchor, at: origin)
    if let indexed = indexed(empty, anchor, origin) { return indexed }
    if let interruption = AVStatus.interruption(of: cancellation) { throw interruption }
    return try sampled(empty, anchor, origin)
  }

  /// Matroska reads its index with the first seek. To the beginning: where there is no index, libav
  /// reads up to the target.
  private func readIndex(of stream: MediaStream, at time: Double) {
    guard let context, abs(time / stream.timeBase) < 0x1p62 else { return }
    av_seek_frame(context, stream.index, Int64(time / stream.timeBase), AVSEEK_FLAG_BACKWARD)
  }

  private func indexed(
    _ empty: Activity, _ stream: MediaStream, _ origin: Double
  ) -> Activity? {
    let count = avformat_index_get_entries_count(stream.pointer)
    guard count >= Self.fewestEntries, let first = avformat_index_get_entry(stream.pointer, 0)
    else { return nil }
    // The times of these are decoding times, which are early by the same all along.
    let isDecodingTime = ["mov", "avi"].contains(format.demuxer)
    let base = isDecodingTime ? Double(first.pointee.timestamp) * stream.timeBase : origin
    let size = input.byteCount ?? .max
    var moving = empty
    var all = empty
    var last = (time: 0.0, position: Int64(0))
    var gap = 0.0
    var hasSizes = false
    var movingCount = 0
    for index in 0..<count {
      guard let entry = avformat_index_get_entry(stream.pointer, index)?.pointee,
        entry.pos >= 0, entry.pos < size
      else { continue }
      let time = Double(entry.timestamp) * stream.timeBase - base
      guard time >= last.time - Self.reordering else { continue }
      gap = max(gap, time - last.time)
      let isKeyframe = entry.flags & AVINDEX_KEYFRAME != 0
      if isKeyframe {
        moving.addKeyframe(at: time)
        all.addKeyframe(at: time)
      }
      if entry.size > 0 {
        hasSizes = true
        all.add(Double(entry.size), at: time)
        if !isKeyframe {
          moving.add(Double(entry.size), at: time)
          movingCount += 1
        }
      } else if entry.pos > last.position {
        all.add(Double(entry.pos - last.position), from: last.time, to: time)
      }
      last = (time, entry.pos)
    }
    guard max(gap, empty.duration - last.time) <= empty.duration * Self.largestGap else {
      return nil
    }
    // Keyframes are large even if nothing moves; where there is nothing else, their sizes tell.
    if hasSizes, movingCount > all.keyframes.count { return moving }
    all.removeBackground()
    return all
  }

  /// Looks at places that are evenly spread over the file: where there are many bytes, they are close
  /// in time.
  private func sampled(
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
    var found: [(time: Double, position: Int64)] = [(0, 0)]
    for number in (1..<count).map({ Self.spread($0, of: count) }) where cancellation.now < end {
      let place = Int64(Double(size) * (Double(number) / Double(count)))
      guard av_seek_frame(context, -1, place, AVSEEK_FLAG_BYTE) >= 0 else { continue }
      if let time = nextTime(of: stream, context, packet) { found.append((time - origin, place)) }
      if let interruption = AVStatus.interruption(of: cancellation) { throw interruption }
    }
    found.sort { $0.position < $1.position }
    let ordered = found.reduce(into: [(time: Double, position: Int64)]()) { list, sample in
      if sample.time >= list.last?.time ?? 0 { list.append(sample) }
    }
    // Otherwise the times jump, or the container cannot be entered anywhere.
    guard ordered.count > Self.fewestEntries, ordered.count * 2 > found.count else { return nil }
    var activity = empty
    for (start, end) in zip(ordered, ordered.dropFirst()) {
      activity.add(Double(end.position - start.position), from: start.time, to: end.time)
    }
    activity.removeBackground()
    return activity
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
