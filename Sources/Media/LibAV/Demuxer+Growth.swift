import CLibAV
import MediaCore
import Models

// A file that is still being written.
extension Demuxer {
  /// Takes in how long the clip is that was just opened.
  func noteOpenedLength() {
    guard let duration, let bytes = contextByteCount else { return }
    if isLengthInHeader, scan?.duration == nil {
      growth?.told = duration
    } else {
      growth?.noteLength(duration, upTo: bytes)
    }
  }

  /// Looks how much there is of the file by now.
  ///
  /// - Parameter origin: When the clip begins on the container's clock, in seconds.
  func lookForGrowth(origin: Double) -> FileGrowth? {
    if let place = readPlace, let end = readEnd {
      growth?.noteLength(end - origin, upTo: place)
    }
    look()
    return growth
  }

  /// Whether more of the file has been written since libav opened it, or is to be expected.
  var isBeingWritten: Bool {
    guard growth?.hasGrown == true else { return false }
    return hasGrownSinceOpening || isGoingOn
  }

  /// Whether reading on would come too close to the file's writer.
  var isBehindWriter: Bool {
    guard isGoingOn, let place = readPlace else { return false }
    return !admits(place)
  }

  /// Goes on behind the packets read last: what libav has taken for the end of a file, it keeps to.
  ///
  /// - Returns: `false` if there is nothing new yet.
  func resume() throws(MediaError) -> Bool {
    guard hasGrownSinceOpening, let before = contextByteCount, admits(before) else { return false }
    let mender = mender
    try renew()
    self.mender = mender
    isAtEnd = false
    // What was measured by reading is that of the file as it was.
    if scan == nil { noteOpenedLength() }
    let anchor = video.flatMap { $0.isCoverArt ? nil : $0 } ?? sound
    if let context, let anchor, let time = marks.time(of: anchor.kind) {
      av_seek_frame(context, anchor.index, time, AVSEEK_FLAG_BACKWARD)
    }
    marks.rewind()
    return true
  }

  /// Whether the rest of a packet is still to be written.
  func isCutShort(_ packet: UnsafeMutablePointer<AVPacket>) -> Bool {
    packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 && isBeingWritten
      && input.context?.pointee.eof_reached != 0
  }

  /// Takes in a packet that was read.
  ///
  /// - Returns: Whether it was read before the container was opened anew.
  func isRepeated(_ packet: UnsafeMutablePointer<AVPacket>, of stream: MediaStream) -> Bool {
    let time = packet.pointee.dts
    return marks.take(
      stream.kind, time: time == AVStatus.noTimestamp ? nil : time, place: packet.pointee.pos)
  }

  /// Whether libav would have to open the container anew to see all of it.
  var isOutdated: Bool {
    // It looks for fragments of MP4 when it opens them, and behind an end it has met for nothing.
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

  /// The place of the byte that libav reads next.
  private var readPlace: Int64? { input.context.map(avio_tell) }
}
