import CLibAV
import MediaCore
import Models

// How a container is moved to another time.
extension Demuxer {
  /// Moves all streams to the last keyframe at or before a time, or about there.
  ///
  /// - Parameter time: Seconds on the container's clock; `nil` for the beginning.
  /// - Returns: Whether the container could; otherwise it stands where it can go on from, which
  ///   may be anywhere.
  func seek(to time: Double?) -> Bool {
    if isOutdated, (try? reopen()) == nil { return false }
    guard let context, let anchor = video.flatMap({ $0.isCoverArt ? nil : $0 }) ?? sound else {
      return false
    }
    if let stream = input as? StreamInput, stream.isSoughtByOpening {
      return (try? reopen(stream, at: time)) != nil
    }
    forgetPackets()
    guard format.hasTimes else { return false }
    if let time, let landmark = scan?.landmark(before: time) {
      mender = landmark.mender
      return av_seek_frame(context, -1, landmark.position, AVSEEK_FLAG_BYTE) >= 0
    }
    if mender != nil { mender = TimestampMender() }
    if let time {
      // Half a millisecond more, so that a keyframe at this very time is not missed by rounding.
      let ticks = ((time + 0.0005) / anchor.timeBase).rounded(.down)
      guard abs(ticks) < 0x1p62 else { return false }
      return av_seek_frame(context, anchor.index, Int64(ticks), AVSEEK_FLAG_BACKWARD) >= 0
    }
    if format.traits.contains(.startsAtFirstByte) {
      return av_seek_frame(context, -1, 0, AVSEEK_FLAG_BYTE) >= 0
    }
    let start = context.pointee.start_time
    let ticks = start == AVStatus.noTimestamp ? 0 : start
    return avformat_seek_file(context, -1, .min, ticks, ticks, 0) >= 0
  }

  /// Opens a stream of segments anew, at the segment of a time.
  private func reopen(_ stream: StreamInput, at time: Double?) throws(MediaError) {
    let start = streamStart
    defer { streamStart = start }
    try reopen(rewinding: { stream.rewind(to: (time ?? 0) - start) })
  }
}
