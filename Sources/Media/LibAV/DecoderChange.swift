import CLibAV

/// The way from one decoder to another at a keyframe, on which no frame is lost or comes twice.
/// See docs/decisions/engine-late-clips.md.
///
/// Frames that are decoded after a keyframe and shown before it may build on what went before it,
/// so that the old decoder has to get those, too. The keyframe and they are held meanwhile: once
/// the old decoder is drained of what is shown before the keyframe, the new one starts with them.
final class DecoderChange {
  /// Threads of the new decoder.
  var threadCount: Int

  /// When the keyframe is shown; `nil` before there is one.
  private(set) var keyframeTime: Double?

  /// The old decoder has all it needs.
  private(set) var isDraining = false

  private var held: [Allocated<AVPacket>] = []

  /// More frames than any codec shows out of order.
  private static let limit = 32

  init(threadCount: Int) {
    self.threadCount = threadCount
  }

  /// Looks at the next packet.
  ///
  /// - Parameters:
  ///   - packet: The packet.
  ///   - time: When it is shown; `nil` if it does not say.
  ///   - previous: The time of the frame decoded last.
  /// - Returns: Whether the old decoder gets it; if not, it has to be drained, and this packet is
  ///   the next one after those held.
  func admits(
    _ packet: UnsafeMutablePointer<AVPacket>, time: Double?, after previous: Double?
  ) -> Bool {
    let isKeyframe = packet.pointee.flags & AV_PKT_FLAG_KEY != 0
    guard let keyframeTime else {
      // Behind a jump back in time, the old frames could not be told from the new ones.
      if isKeyframe, let time, time > previous ?? -.infinity, hold(packet) {
        self.keyframeTime = time
      }
      return true
    }
    if !isKeyframe, let time, time < keyframeTime, held.count < Self.limit, hold(packet) {
      return true
    }
    isDraining = true
    return false
  }

  /// Ends the part of the old decoder where the stream ends.
  func endStream() {
    if keyframeTime != nil { isDraining = true }
  }

  /// Gives the held packets back, for the new decoder to get.
  func putBack(to demuxer: Demuxer) {
    for packet in held.reversed() { demuxer.putBack(packet.pointer) }
    held.removeAll()
  }

  private func hold(_ packet: UnsafeMutablePointer<AVPacket>) -> Bool {
    guard let copy = try? Allocated(av_packet_clone(packet), av_packet_free) else { return false }
    held.append(copy)
    return true
  }
}
