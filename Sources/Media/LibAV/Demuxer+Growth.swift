import CLibAV
import MediaCore
import Models

// A file that is still being written.
extension Demuxer {
  /// Records the duration of a clip that was just opened.
  func noteOpenedLength() {
    guard let duration, let bytes = contextByteCount else { return }
    if isLengthInHeader, scan?.duration == nil {
      growth?.declared = duration
    } else {
      growth?.noteLength(duration, upTo: bytes)
    }
  }

  /// Checks how much of the file has been written.
  ///
  /// - Parameter origin: When the clip begins on the container's clock, in seconds.
  func lookForGrowth(origin: Double) -> FileGrowth? {
    if let place = readPlace, let end = readEnd {
      growth?.noteLength(end - origin, upTo: place)
    }
    look()
    return growth
  }

  /// Whether more of the file has been written since libav opened it, or is expected.
  var isBeingWritten: Bool {
    guard growth?.hasGrown == true else { return false }
    return hasGrownSinceOpening || isGoingOn
  }

  /// Whether reading on would come too close to the file's writer.
  var isBehindWriter: Bool {
    guard isGoingOn, let place = readPlace else { return false }
    return !admits(place)
  }

  /// Resumes after the last packets read, because once libav has seen the end of a file it never
  /// reads beyond it.
  ///
  /// - Returns: `false` if there is nothing new yet.
  func resume() throws(MediaError) -> Bool {
    guard hasGrownSinceOpening, let before = contextByteCount, admits(before) else { return false }
    let timestampRepair = timestampRepair
    try renew()
    self.timestampRepair = timestampRepair
    isAtEnd = false
    // The scan's duration was that of the file at that time.
    if scan == nil { noteOpenedLength() }
    let anchor = video.flatMap { $0.isCoverArt ? nil : $0 } ?? sound
    if let context, let anchor, let time = marks.time(of: anchor.kind) {
      av_seek_frame(context, anchor.index, time, AVSEEK_FLAG_BACKWARD)
    }
    marks.rewind()
    return true
  }

  /// Whether the rest of a packet has not been written yet.
  func isCutShort(_ packet: UnsafeMutablePointer<AVPacket>) -> Bool {
    packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 && isBeingWritten
      && input.context?.pointee.eof_reached != 0
  }

  /// Records a packet that was read.
  ///
  /// - Returns: Whether it was already read before the container was reopened.
  func isRepeated(_ packet: UnsafeMutablePointer<AVPacket>, of stream: MediaStream) -> Bool {
    let time = packet.pointee.dts
    return marks.take(
      stream.kind, time: time == AVStatus.noTimestamp ? nil : time, place: packet.pointee.pos)
  }

  /// Whether libav would have to reopen the container to see all of it.
  var isOutdated: Bool {
    // It looks for MP4 fragments only when opening, and reads no further after any end.
    (isAtEnd || format.demuxer == "mov") && hasGrownSinceOpening
  }

  private var isGoingOn: Bool { growth?.isGoingOn(at: cancellation.now) == true }

  private var hasGrownSinceOpening: Bool {
    guard let contextByteCount, let bytes = input.presentByteCount else { return false }
    return bytes > contextByteCount
  }

  private func admits(_ place: Int64) -> Bool {
    if growth?.admits(readingFrom: place, at: cancellation.now) != false { return true }
    // It may have been written since.
    look()
    return growth?.admits(readingFrom: place, at: cancellation.now) != false
  }

  private func look() {
    guard let bytes = input.presentByteCount else { return }
    growth?.note(byteCount: bytes, at: cancellation.now)
  }

  /// The position of the next byte that libav reads.
  private var readPlace: Int64? { input.context.map(avio_tell) }
}
