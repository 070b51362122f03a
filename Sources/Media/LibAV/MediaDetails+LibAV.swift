import CLibAV
import MediaCore
import Models
import Platform

extension MediaDetails {
  /// Collects a container's metadata.
  ///
  /// - Parameters:
  ///   - demuxer: The open container.
  ///   - info: The properties known so far.
  ///   - frame: A decoded frame, which has more details on its samples than the header; `nil` if
  ///     there is none.
  ///   - origin: The first frame's time on the container's clock, in seconds.
  init(
    of demuxer: Demuxer, info: MediaInfo, frame: UnsafeMutablePointer<AVFrame>?, origin: Double
  ) {
    let byteCount = demuxer.input.byteCount.map(Int.init)
    let tags = Self.tags(of: demuxer)
    let recorded = RecordingDate(
      tags: tags + MetadataText.dates(of: frame?.pointee.metadata), now: WallClock.now,
      timeZone: WallClock.timeZone(at:))
    self.init()
    container = CleanText(demuxer.format.name)
    self.byteCount = byteCount
    self.recorded = recorded?.seconds
    modified = demuxer.input.fileVersion?.modified.sinceEpoch
    bitRate = Self.bitRate(of: demuxer, byteCount: byteCount, duration: info.duration)
    duration = info.duration
    displaySize = info.displaySize
    codedSize = info.codedSize
    frameRate = info.frameRate
    videoCodec = CleanText(info.videoCodec)
    pixelFormat = demuxer.video.map { CleanText(Self.pixelFormat($0, frame)) } ?? ""
    soundFormat =
      demuxer.reportedSound.map { CleanText(Self.soundFormat($0, isHeard: info.hasAudio)) } ?? ""
    soundTracks = Self.soundTracks(of: demuxer, isHeard: info.hasAudio)
    subtitleTracks = demuxer.tracks(.subtitles)
    chapters = demuxer.chapters(origin: origin)
    self.tags = recorded.map { $0.otherTags.filter(tags.contains) } ?? tags
  }

  private static func bitRate(of demuxer: Demuxer, byteCount: Int?, duration: Double?) -> Int? {
    if let byteCount, let duration, duration > 0 {
      return Int(exactly: (Double(byteCount) * 8 / duration).rounded())
    }
    let reported = demuxer.context?.pointee.bit_rate ?? 0
    return reported > 0 && !demuxer.isStill ? Int(reported) : nil
  }

  /// The tags of the container and, since Ogg stores them there, of the streams being played.
  private static func tags(of demuxer: Demuxer) -> [Tag] {
    let frame = demuxer.video.flatMap { $0.isCoverArt ? nil : $0 }
    let sources = [
      demuxer.context?.pointee.metadata, frame?.pointer.pointee.metadata,
      demuxer.sound?.pointer.pointee.metadata,
    ]
    var tags: [Tag] = []
    var names: Set<String> = []
    for tag in sources.flatMap(MetadataText.tags) where tags.count < DecodeLimits.tags {
      if names.insert(tag.name.string.lowercased()).inserted { tags.append(tag) }
    }
    return tags
  }

  private static func soundTracks(of demuxer: Demuxer, isHeard: Bool) -> [MediaTrack] {
    var tracks = demuxer.tracks(.sound)
    for index in tracks.indices where !isHeard {
      // A decoder may exist but fail to open.
      if tracks[index].id == demuxer.reportedSound.map({ Int($0.index) }) {
        tracks[index].isDecodable = false
      }
    }
    return tracks
  }

  private static func pixelFormat(
    _ stream: MediaStream, _ frame: UnsafeMutablePointer<AVFrame>?
  ) -> String {
    let parameters = stream.parameters.pointee
    let format = AVPixelFormat(rawValue: frame?.pointee.format ?? parameters.format)
    let space = frame?.pointee.colorspace ?? parameters.color_space
    let transfer = frame?.pointee.color_trc ?? parameters.color_trc
    let range = frame?.pointee.color_range ?? parameters.color_range
    var parts: [String] = []
    if let name = av_get_pix_fmt_name(format) { parts.append(String(cString: name)) }
    if space != AVCOL_SPC_UNSPECIFIED, space != AVCOL_SPC_RGB,
      let name = av_color_space_name(space)
    {
      parts.append(String(cString: name))
    }
    switch transfer {
    case AVCOL_TRC_SMPTE2084: parts.append("PQ")
    case AVCOL_TRC_ARIB_STD_B67: parts.append("HLG")
    default: break
    }
    if range == AVCOL_RANGE_JPEG { parts.append("full range") }
    if let frame, flick_frame_is_interlaced(frame) { parts.append("interlaced") }
    return parts.joined(separator: ", ")
  }

  private static func soundFormat(_ stream: MediaStream, isHeard: Bool) -> String {
    let parameters = stream.parameters.pointee
    var parts = [stream.codecName]
    if parameters.sample_rate > 0 { parts.append("\(parameters.sample_rate) Hz") }
    if let layout = layout(of: stream.parameters) { parts.append(layout) }
    if !stream.hasDecoder {
      parts.append(CleanText.localized("no decoder").string)
    } else if !isHeard {
      parts.append(CleanText.localized("cannot be decoded").string)
    }
    return parts.joined(separator: ", ")
  }

  /// The channel layout by name, such as `stereo` or `5.1`.
  private static func layout(of parameters: UnsafeMutablePointer<AVCodecParameters>) -> String? {
    let count = Int(parameters.pointee.ch_layout.nb_channels)
    guard count > 0 else { return nil }
    // If nothing says which channel is which, these two are unambiguous.
    guard parameters.pointee.ch_layout.order != AV_CHANNEL_ORDER_UNSPEC else {
      return count == 1 ? "mono" : count == 2 ? "stereo" : "\(count) channels"
    }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      guard let address = buffer.baseAddress,
        av_channel_layout_describe(&parameters.pointee.ch_layout, address, buffer.count) > 0
      else { return "\(count) channels" }
      return String(cString: address)
    }
  }
}
