import CLibAV
import MediaCore
import Models

extension LibAVSource {
  var details: MediaDetails {
    var details = MediaDetails(of: demuxer, info: info, frame: knownFrame, origin: clockOrigin)
    details.subtitleTracks += sidecars?.tracks ?? []
    return details
  }

  var soundTrack: Int? { sound == nil ? nil : demuxer.sound.map { Int($0.index) } }

  func selectSoundTrack(_ id: Int) throws(MediaError) {
    guard id != soundTrack else { return }
    guard let stream = demuxer.track(id, .sound) else {
      throw .unsupportedCodec(.localized("no such track"))
    }
    sound = try SoundReader(stream, of: demuxer)
    info.hasAudio = true
    demuxer.select(.sound, stream)
  }

  func selectSubtitleTrack(_ id: Int?) {
    sidecars?.select(id)
    let stream = id.flatMap { demuxer.track($0, .subtitles) }
    subtitles = stream.flatMap { try? SubtitleReader($0, cancellation: demuxer.cancellation) }
    demuxer.select(.subtitles, subtitles == nil ? nil : stream)
  }

  func takeSubtitles() -> [SubtitleCue] {
    subtitles?.takeAll(from: demuxer, origin: clockOrigin) ?? sidecars?.takeSubtitles() ?? []
  }

  var bufferedEnd: Double? {
    guard let end = demuxer.readEnd.map({ max($0 - clockOrigin, 0) }) else { return nil }
    guard let duration = info.duration else { return end }
    if let reach = demuxer.input.reach { return min(max(end, reach), duration) }
    guard let ahead = demuxer.input.readAhead else { return min(end, duration) }
    if ahead.isToEnd { return duration }
    // Data not demuxed yet is assumed to have the average byte rate.
    let bytes = demuxer.input.byteCount.map { Double(max($0, 1)) } ?? .infinity
    return min(end + Double(ahead.bytes + heldBytes) / bytes * duration, duration)
  }

  func lookForGrowth() -> MediaGrowth? {
    if demuxer.input.isLive { return (nil, true) }
    guard !info.isStill, let growth = demuxer.lookForGrowth(origin: clockOrigin), growth.hasGrown
    else { return nil }
    let duration = growth.duration.flatMap(MediaTime.plausible)
    if let duration { info.duration = duration }
    return (duration, growth.isGoingOn(at: demuxer.cancellation.now))
  }

  var isFetching: Bool {
    demuxer.input.isFetching || demuxer.growth?.isGoingOn(at: demuxer.cancellation.now) == true
  }

  /// Bytes that libav holds but has not demuxed.
  private var heldBytes: Int64 {
    demuxer.input.context.map { max($0.pointee.pos - avio_tell($0), 0) } ?? 0
  }
}
