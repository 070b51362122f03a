import CLibAV
import MediaCore
import Models

// Seeking in a container.
extension Demuxer {
  /// Seeks all streams to the last keyframe at or before a time, or near it.
  ///
  /// - Parameter time: Seconds on the container's clock; `nil` for the beginning.
  /// - Returns: Whether the seek succeeded; otherwise reading can continue, but from an arbitrary
  ///   position.
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
      timestampRepair = landmark.timestampRepair
      return av_seek_frame(context, -1, landmark.position, AVSEEK_FLAG_BYTE) >= 0
    }
    if timestampRepair != nil { timestampRepair = TimestampRepair() }
    if let time {
      // Half a millisecond more, so that rounding does not miss a keyframe at exactly this time.
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

  /// Reopens a segmented stream, at the segment of a time.
  private func reopen(_ stream: StreamInput, at time: Double?) throws(MediaError) {
    let start = streamStart
    defer { streamStart = start }
    try reopen(rewinding: { stream.rewind(to: (time ?? 0) - start) })
  }
}
