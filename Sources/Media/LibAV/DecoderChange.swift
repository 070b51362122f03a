import CLibAV

/// Switches to another decoder at a keyframe without losing or repeating a frame. See
/// docs/decisions/engine-late-clips.md.
///
/// Frames decoded after a keyframe but shown before it may reference earlier ones, so the old
/// decoder needs them, too. The keyframe and these frames are held meanwhile: once the old decoder
/// has output everything shown before the keyframe, the new one starts with them.
final class DecoderChange {
  /// The new decoder's number of threads.
  var threadCount: Int

  /// When the keyframe is shown; `nil` before there is one.
  private(set) var keyframeTime: Double?

  /// The old decoder has all its input.
  private(set) var isDraining = false

  private var held: [Allocated<AVPacket>] = []

  /// More frames than any codec reorders.
  private static let limit = 32

  init(threadCount: Int) {
    self.threadCount = threadCount
  }

  /// Examines the next packet.
  ///
  /// - Parameters:
  ///   - packet: The packet.
  ///   - time: Its presentation time; `nil` if it has none.
  ///   - previous: The time of the last decoded frame.
  /// - Returns: Whether to send it to the old decoder; if not, that must be drained, and this
  ///   packet follows the held ones.
  func admits(
    _ packet: UnsafeMutablePointer<AVPacket>, time: Double?, after previous: Double?
  ) -> Bool {
    let isKeyframe = packet.pointee.flags & AV_PKT_FLAG_KEY != 0
    guard let keyframeTime else {
      // After a jump back in time, the old frames could not be told from the new ones.
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

  /// Ends the input of the old decoder at the end of the stream.
  func endStream() {
    if keyframeTime != nil { isDraining = true }
  }

  /// Puts the held packets back, for the new decoder.
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
