import CLibAV
import MediaCore
import Models

extension TimestampRepair {
  /// Removes jumps from a packet's timestamps.
  mutating func repair(_ packet: UnsafeMutablePointer<AVPacket>, of stream: MediaStream) {
    let shift = shift(
      of: stream.kind == .video ? .video : .sound,
      at: stream.seconds(packet.pointee.dts) ?? stream.seconds(packet.pointee.pts),
      duration: stream.seconds(packet.pointee.duration) ?? 0)
    guard shift != 0 else { return }
    let ticks = Int64(Int(saturating: shift / stream.timeBase))
    if packet.pointee.pts != AVStatus.noTimestamp { packet.pointee.pts &+= ticks }
    if packet.pointee.dts != AVStatus.noTimestamp { packet.pointee.dts &+= ticks }
  }
}
