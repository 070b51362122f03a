import CLibAV
import MediaCore
import Models

// Where in a clip something happens, without decoding it (docs/decisions/excerpts.md).
extension Demuxer {
  /// An index with fewer entries is no index.
  private static let fewestEntries = 8
  /// One with a larger gap, as a part of the clip, only has what was read.
  private static let largestGap = 0.2
  /// A keyframe within this part of the usual distance comes early.
  private static let earlyPart = 0.9
  /// How much an entry may be earlier than the one before, in seconds.
  private static let reordering = 1.0
  /// Places looked at in a file without an index, and on a server, where each is a request.
  private static let samples = 256
  private static let remoteSamples = 32
  /// Where most happens, that many times as many are looked at, until they are this close, in seconds.
  private static let refinement = 0.5
  private static let closeness = 4.0
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
    if let indexed = try indexed(empty, anchor, origin) { return indexed }
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
  ) throws(MediaError) -> Activity? {
    let count = avformat_index_get_entries_count(stream.pointer)
    guard count >= Self.fewestEntries, let first = avformat_index_get_entry(stream.pointer, 0)
    else { return nil }
    // The times of these are decoding times, which are early by the same all along.
    let isDecodingTime = ["mov", "avi"].contains(format.demuxer)
    let base = isDecodingTime ? Double(first.pointee.timestamp) * stream.timeBase : origin
    let size = input.byteCount ?? .max
    var moving = empty
    var all = empty
    var keyframes: [(time: Double, size: Double)] = []
    var last = (time: 0.0, position: Int64(0))
    var gap = 0.0
    var stretches: [Stretch] = []
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
        keyframes.append((time, Double(entry.size)))
      }
      if entry.size > 0 {
        all.add(Double(entry.size), at: time)
        if !isKeyframe {
          moving.add(Double(entry.size), at: time)
          movingCount += 1
        }
      } else if entry.pos > last.position {
        stretches.append(Stretch(start: last.time, end: time, bytes: entry.pos - last.position))
      }
      last = (time, entry.pos)
    }
    guard max(gap, empty.duration - last.time) <= empty.duration * Self.largestGap else {
      return nil
    }
    if !stretches.isEmpty {
      let rest = Stretch(start: last.time, end: empty.duration, bytes: size - last.position)
      if rest.end > rest.start, rest.bytes > 0, size < .max { stretches.append(rest) }
      try add(stretches, of: stream, origin, to: &all)
    }
    // Keyframes are large even if nothing moves; where there is nothing else, their sizes tell.
    guard movingCount > keyframes.count else {
      all.removeBackground()
      return all
    }
    // One that comes early is there because the picture has changed.
    let distances = zip(keyframes, keyframes.dropFirst()).map { $1.time - $0.time }
    let usual = distances.isEmpty ? 0 : distances.sorted()[distances.count / 2]
    for (distance, keyframe) in zip(distances, keyframes.dropFirst())
    where distance < Self.earlyPart * usual {
      moving.add(keyframe.size, at: keyframe.time)
    }
    return moving
  }

  /// What lies between two entries of an index of positions.
  private struct Stretch {
    var start: Double
    var end: Double
    var bytes: Int64

    var rate: Double { Double(bytes) / max(end - start, 0.001) }
  }

  /// The most stretches that are read to know where in them something happens, and their bytes; a
  /// camera has a keyframe each ten seconds.
  private static let readStretches = 24
  private static let readBytes: Int64 = 24 << 20

  /// Adds the bytes between keyframes. The busiest stretches are read, without being decoded, if they
  /// are long.
  private func add(
    _ stretches: [Stretch], of stream: MediaStream, _ origin: Double, to activity: inout Activity
  ) throws(MediaError) {
    guard let packet = av_packet_alloc() else { throw .tooLarge }
    var spare: UnsafeMutablePointer<AVPacket>? = packet
    defer { av_packet_free(&spare) }
    let end = cancellation.now + Self.sampleTime
    var budget = Self.readBytes
    var count = 0
    for stretch in stretches.sorted(by: { $0.rate > $1.rate }) {
      budget -= stretch.bytes
      count += 1
      let isRead =
        stretch.end - stretch.start > Self.closeness && budget > 0
        && count <= Self.readStretches && cancellation.now < end
      let sizes = isRead ? self.sizes(in: stretch, of: stream, origin, packet) : []
      if let interruption = AVStatus.interruption(of: cancellation) { throw interruption }
      let total = sizes.reduce(0) { $0 + $1.bytes }
      // Sound and the keyframe are there all the time.
      activity.add(max(Double(stretch.bytes) - total, 0), from: stretch.start, to: stretch.end)
      for size in sizes { activity.add(size.bytes, at: size.time) }
    }
  }

  /// The times and sizes of the frames of a stretch, without its keyframe.
  private func sizes(
    in stretch: Stretch, of stream: MediaStream, _ origin: Double,
    _ packet: UnsafeMutablePointer<AVPacket>
  ) -> [(time: Double, bytes: Double)] {
    let ticks = ((stretch.start + origin + 0.0005) / stream.timeBase).rounded(.down)
    guard let context, abs(ticks) < 0x1p62,
      av_seek_frame(context, stream.index, Int64(ticks), AVSEEK_FLAG_BACKWARD) >= 0
    else { return [] }
    var sizes: [(time: Double, bytes: Double)] = []
    for _ in 0..<Self.packetsPerStretch {
      guard av_read_frame(context, packet) >= 0 else { break }
      defer { av_packet_unref(packet) }
      guard packet.pointee.stream_index == stream.index, let time = stream.time(of: packet) else {
        continue
      }
      if time - origin >= stretch.end { break }
      if packet.pointee.flags & AV_PKT_FLAG_KEY == 0, time - origin >= stretch.start {
        sizes.append((time - origin, Double(packet.pointee.size)))
      }
    }
    return sizes
  }

  /// The packets of more than a minute.
  private static let packetsPerStretch = 6_000

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
    guard ordered.count > Self.fewestEntries, ordered.count * 2 > found.count else { return nil }
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
