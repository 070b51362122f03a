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
  /// The maximum number of keyframes whose distances are looked at.
  private static let keyframeLimit = 200_000

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

  /// Takes the sizes of frames from the index, or if that has positions only, those of what lies between.
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
    var stretches: [IndexStretch] = []
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
        if keyframes.count < Self.keyframeLimit { keyframes.append((time, Double(entry.size))) }
      }
      if entry.size > 0 {
        all.add(Double(entry.size), at: time)
        if !isKeyframe {
          moving.add(Double(entry.size), at: time)
          movingCount += 1
        }
      } else if entry.pos > last.position {
        stretches.append(
          IndexStretch(start: last.time, end: time, bytes: entry.pos - last.position))
      }
      last = (time, entry.pos)
    }
    guard max(gap, empty.duration - last.time) <= empty.duration * Self.largestGap else {
      return nil
    }
    if !stretches.isEmpty {
      // Behind the last frames is the index itself.
      let usual = stretches.map(\.rate).sorted()[stretches.count / 2]
      let length = max(empty.duration - last.time, 0)
      let bytes = min(size - last.position, Int64(Int(saturating: usual * length)))
      let rest = IndexStretch(start: last.time, end: empty.duration, bytes: bytes)
      if length > 0, bytes > 0 { stretches.append(rest) }
      try add(stretches, of: stream, origin, to: &all)
    }
    // Keyframes are large even if nothing moves; where there is nothing else, their sizes tell.
    guard movingCount > keyframes.count else {
      all.removeBackground()
      return all
    }
    // One that comes early is there because what it shows is new.
    let distances = zip(keyframes, keyframes.dropFirst()).map { $1.time - $0.time }
    let usual = distances.isEmpty ? 0 : distances.sorted()[distances.count / 2]
    for (distance, keyframe) in zip(distances, keyframes.dropFirst())
    where distance < Self.earlyPart * usual {
      moving.add(keyframe.size, at: keyframe.time)
    }
    return moving
  }
}
