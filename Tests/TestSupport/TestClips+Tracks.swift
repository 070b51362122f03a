import Models

extension TestClips {
  /// The contents of a file with several tracks.
  package struct Tracks {
    /// Lines `TIME --> TIME`, text and an empty line, as in SubRip; empty for none.
    package var subtitles = ""
    /// The encoder of the subtitles.
    package var subtitleCodec = "subrip"
    /// Chapters and tags in ffmpeg's `ffmetadata` format, without its first line.
    package var metadata = ""
    /// Further arguments for ffmpeg, such as `-metadata:s:a:0`.
    package var arguments: [String] = []

    /// Creates a description.
    package init(
      subtitles: String = "", subtitleCodec: String = "subrip", metadata: String = "",
      arguments: [String] = []
    ) {
      self.subtitles = subtitles
      self.subtitleCodec = subtitleCodec
      self.metadata = metadata
      self.arguments = arguments
    }
  }

  /// Makes a clip of 4 s with two sound tracks: `beeps`, and a steady tone of 440 Hz.
  ///
  /// - Parameters:
  ///   - name: Name of the file; its extension determines the container.
  ///   - tracks: Its other contents.
  ///   - codecs: Arguments that select the codecs of frames and sound.
  /// - Returns: Path of the file.
  /// - Throws: `Failure`.
  package static func tracks(
    _ name: String, _ tracks: Tracks,
    codecs: [String] = TestClips.h264 + ["-c:a", "aac"]
  ) throws -> FilePath {
    var command =
      pattern(PixelSize(width: 64, height: 48), seconds: 4) + beeps(seconds: 4)
      + ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=4"]
    var maps = ["-map", "0:v", "-map", "1:a", "-map", "2:a"]
    var input = 3
    if !tracks.subtitles.isEmpty {
      let file = try file("captions.srt", Array(tracks.subtitles.utf8))
      command += ["-i", file.description]
      maps += ["-map", "\(input)", "-c:s", tracks.subtitleCodec]
      input += 1
    }
    if !tracks.metadata.isEmpty {
      let file = try file("metadata.txt", Array((";FFMETADATA1\n" + tracks.metadata).utf8))
      command += ["-i", file.description]
      maps += ["-map_metadata", "\(input)", "-map_chapters", "\(input)"]
    }
    return try make(name, command + maps + codecs + tracks.arguments)
  }
}
