import CLibAV
import Models

/// Which of a container's streams are played.
struct StreamChoice {
  private(set) var video: MediaStream?
  private(set) var sound: MediaStream?
  private(set) var subtitles: MediaStream?

  /// The requested choice; kept when the container is reopened.
  private var wanted = TrackChoice()
  private var isSilent = false

  /// Finds the streams in a container; requested ones take precedence over defaults.
  mutating func find(in context: UnsafeMutablePointer<AVFormatContext>) {
    video = MediaStream(.video, in: context)
    sound =
      isSilent
      ? nil
      : wanted.sound.flatMap { MediaStream(.sound, at: $0, in: context) }
        ?? MediaStream(.sound, in: context)
    subtitles = wanted.subtitles.flatMap { MediaStream(.subtitles, at: $0, in: context) }
  }

  /// The stream with an index; `nil` if it is not played.
  func played(at index: Int32) -> MediaStream? {
    if video?.index == index { return video }
    return sound?.index == index ? sound : subtitles?.index == index ? subtitles : nil
  }

  /// Releases the streams, which end with their container; the requested choice stays.
  mutating func forget() {
    video = nil
    sound = nil
    subtitles = nil
  }

  /// Requests another audio or subtitle stream, or none.
  mutating func select(_ kind: MediaStream.Kind, _ stream: MediaStream?) {
    if kind == .subtitles {
      wanted.subtitles = stream.map { Int($0.index) }
      subtitles = stream
    } else {
      isSilent = stream == nil
      if let stream { wanted.sound = Int(stream.index) }
      sound = stream
    }
  }

  /// Makes the demuxer discard the streams that are not played.
  func discardOthers(in context: UnsafeMutablePointer<AVFormatContext>) {
    let played = [video, sound, subtitles].compactMap { $0?.index }
    for index in 0..<Int(context.pointee.nb_streams) {
      guard let stream = context.pointee.streams[index] else { continue }
      stream.pointee.discard =
        played.contains(stream.pointee.index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
  }
}
