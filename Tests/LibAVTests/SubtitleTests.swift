import MediaCore
import Models
import TestSupport
import Testing

@Suite struct SubtitleTests {
  private static let subRip = """
    1
    00:00:00,500 --> 00:00:01,500
    <i>Hello,</i> <b>world</b>
    second line

    2
    00:00:02,000 --> 00:00:03,250
    Bye \u{1B}[31m\u{202E}evil

    """

  @Test(arguments: [
    ("captions.mkv", "subrip"), ("captions.mkv", "ass"), ("captions.mkv", "webvtt"),
    ("captions.mp4", "mov_text"),
  ])
  func readsEveryTextFormat(_ name: String, _ codec: String) throws {
    let source = try open(
      TestClips.tracks(
        name,
        TestClips.Tracks(
          subtitles: Self.subRip, subtitleCodec: codec,
          arguments: ["-metadata:s:s:0", "language=fra"])))
    let track = try #require(source.details.subtitleTracks.first)
    #expect(track.codec.string == codec)
    #expect(track.language.string == "fra")
    source.selectSubtitleTrack(track.id)
    let subtitles = try Self.playAll(source)
    try #require(subtitles.count == 2)
    let italic = TextStyle(isItalic: true)
    let bold = TextStyle(isBold: true)
    let hello = StyledText([.init("Hello,", italic), .init(" "), .init("world", bold)])
    #expect(
      subtitles.map(\.lines) == [[hello, "second line"], ["Bye \u{FFFD}[31m\u{FFFD}evil"]])
    for (subtitle, times) in zip(subtitles, [(0.5, 1.5), (2, 3.25)]) {
      #expect(abs(subtitle.start - times.0) < 0.003)
      #expect(abs(subtitle.end - times.1) < 0.003)
    }
  }

  @Test(arguments: [
    ("colors.mkv", "subrip"), ("colors.mkv", "ass"),
  ])
  func readsColors(_ name: String, _ codec: String) throws {
    let text = """
      1
      00:00:00,500 --> 00:00:01,500
      <font color="#ff8000">orange</font> <font color="red"><b>red</b></font> plain

      """
    let source = try open(
      TestClips.tracks(name, TestClips.Tracks(subtitles: text, subtitleCodec: codec)))
    source.selectSubtitleTrack(source.details.subtitleTracks.first?.id)
    let line = try #require(try Self.playAll(source).first?.lines.first)
    #expect(line.string == "orange red plain")
    let parts = line.spans.filter { $0.text.string != " " }
    #expect(parts.map(\.style.color) == [0x00_80FF, 0x00_00FF, nil])
    #expect(parts.map(\.style.isBold) == [false, true, false])
  }

  @Test func readsTimedTextColors() throws {
    let text = "1\n00:00:00,500 --> 00:00:01,500\nplain <b>red</b>\n"
    let whole = try TestClips.tracks(
      "timed.mp4", TestClips.Tracks(subtitles: text, subtitleCodec: "mov_text"))
    // ffmpeg writes white, whatever it is given. A style record (3GPP TS 26.245, 5.17.1.1) ends with
    // the colour.
    let clip = try TestClips.change("red.mp4", from: whole) { bytes in
      let mark = Array("styl\0\u{1}".utf8)
      let place = try #require(bytes.indices.first { bytes[$0...].starts(with: mark) })
      bytes.replaceSubrange(place + 14..<place + 18, with: [0xFF, 0, 0, 0xFF])
    }
    let source = try open(clip)
    source.selectSubtitleTrack(source.details.subtitleTracks.first?.id)
    let red = TextStyle(isBold: true, color: 0x00_00FF)
    #expect(
      try Self.playAll(source).first?.lines == [StyledText([.init("plain "), .init("red", red)])])
  }

  /// Events of a script look as the style says that they name.
  @Test func readsASSStyles() throws {
    let script = try TestClips.file("styles.ass", Array(Self.script.utf8))
    let clip = try TestClips.make(
      "styles.mkv",
      TestClips.pattern(PixelSize(width: 64, height: 48), seconds: 2)
        + ["-i", script.description, "-c:s", "copy"] + TestClips.h264)
    let source = try open(clip)
    source.selectSubtitleTrack(source.details.subtitleTracks.first?.id)
    #expect(try Self.playAll(source).first?.lines == Self.scriptLines)
  }

  static let script = """
    [Script Info]
    ScriptType: v4.00+

    [V4+ Styles]
    Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
    Style: Default,Sans,20,&H00FFFFFF,&H0,&H0,&H0,0,0,0,0,100,100,0,0,1,1,0,2,9,9,9,1
    Style: Song,Sans,20,&H0000FFFF,&H0,&H0,&H0,0,-1,0,0,100,100,0,0,1,1,0,2,9,9,9,1

    [Events]
    Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
    Dialogue: 0,0:00:00.20,0:00:01.50,Song,,0,0,0,,{\\pos(9,9)}la {\\b1}la{\\r}\\Nla

    """

  static let scriptLines: [StyledText] = [
    StyledText([
      .init("la ", TextStyle(isItalic: true, color: 0x00_FFFF)),
      .init("la", TextStyle(isBold: true, isItalic: true, color: 0x00_FFFF)),
    ]),
    StyledText([.init("la", TextStyle(isItalic: true, color: 0x00_FFFF))]),
  ]

  /// Matroska's own name for WebVTT, which libav 5.1 does not know; the file's header tells it.
  @Test func readsMatroskaCues() throws {
    let title = String(repeating: "-", count: 21)
    let other = try TestClips.tracks(
      "cues.mkv",
      TestClips.Tracks(
        subtitles: "1\n00:00:00,500 --> 00:00:01,500\n<i>Hello</i>\nagain\n",
        arguments: ["-metadata:s:s:0", "title=\(title)", "-metadata:s:s:0", "language=fra"]))
    let clip = try TestClips.change("cues-own.mkv", from: other) { bytes in
      // The codec's name makes room, and the title becomes the name and the header.
      let name = try #require(bytes.firstRange(of: [0x86, 0x8B] + Array("S_TEXT/UTF8".utf8)))
      bytes.replaceSubrange(name, with: [0xEC, 0x8B] + [UInt8](repeating: 0, count: 11))
      let words = try #require(bytes.firstRange(of: [0x53, 0x6E, 0x95] + Array(title.utf8)))
      bytes.replaceSubrange(
        words,
        with: [0x86, 0x8D] + Array("S_TEXT/WEBVTT".utf8) + [0x63, 0xA2, 0x86]
          + Array("WEBVTT".utf8))
    }
    let source = try open(clip)
    let track = try #require(source.details.subtitleTracks.first)
    #expect(track.codec.string == "webvtt")
    #expect(track.language.string == "fra")
    source.selectSubtitleTrack(track.id)
    let subtitles = try Self.playAll(source)
    #expect(
      subtitles.map(\.lines) == [
        [StyledText([.init("Hello", TextStyle(isItalic: true))]), "again"]
      ])
  }

  @Test func bitmapSubtitlesAreNotOffered() throws {
    let clip = try TestClips.change("pictures.mkv", from: Self.clip()) { bytes in
      let text = Array("S_TEXT/UTF8".utf8)
      let place = try #require(
        bytes.indices.first { bytes[$0...].starts(with: text) })
      bytes.replaceSubrange(place..<place + text.count, with: Array("S_HDMV/PGS\0".utf8))
    }
    let source = try open(clip)
    #expect(source.details.subtitleTracks.isEmpty)
    for id in 0..<4 {
      source.selectSubtitleTrack(id)
      try source.seek(to: 0, precision: .exact)
      #expect(try Self.playAll(source).isEmpty)
    }
  }

  @Test func cuesAreReadAgainAfterASeek() throws {
    let source = try open(Self.clip())
    source.selectSubtitleTrack(source.details.subtitleTracks.first?.id)
    _ = try Self.playAll(source)
    try source.seek(to: 1.9, precision: .exact)
    #expect(try Self.playAll(source).last?.lines == ["Bye \u{FFFD}[31m\u{FFFD}evil"])
    try source.seek(to: 0, precision: .keyframe)
    #expect(try Self.playAll(source).count == 2)
  }

  @Test func readsNoCuesWithoutATrack() throws {
    let source = try open(Self.clip())
    #expect(try Self.playAll(source).isEmpty)
    source.selectSubtitleTrack(source.details.subtitleTracks.first?.id)
    source.selectSubtitleTrack(nil)
    try source.seek(to: 0, precision: .exact)
    #expect(try Self.playAll(source).isEmpty)
    // Neither frames nor sound are subtitles.
    for id in [0, 1, -1, 99] {
      source.selectSubtitleTrack(id)
      try source.seek(to: 0, precision: .exact)
      #expect(try Self.playAll(source).isEmpty)
    }
  }

  @Test func cueQueueKeepsTheLatest() throws {
    let many = (0..<700).map { index in
      let time = "00:00:0\(index / 200),\(Self.padded(index % 200 * 5))"
      return "\(index + 1)\n\(time) --> \(time.dropLast())9\nnumber \(index)\n\n"
    }
    let source = try open(
      TestClips.tracks("many-captions.mkv", TestClips.Tracks(subtitles: many.joined())))
    source.selectSubtitleTrack(source.details.subtitleTracks.first?.id)
    let whole = try Playthrough(source)
    #expect(whole.numbers.count == 100)
    #expect(whole.audioEnd > 3.9)
    let subtitles = source.takeSubtitles()
    #expect(subtitles.count == 256)
    #expect(subtitles.last?.lines == ["number 699"])
    #expect(source.takeSubtitles().isEmpty)
  }

  private static func clip() throws -> FilePath {
    try TestClips.tracks("captions.mkv", TestClips.Tracks(subtitles: subRip))
  }

  private static func padded(_ number: Int) -> String {
    String(repeating: "0", count: 3 - "\(number)".count) + "\(number)"
  }

  /// Plays to the end, taking subtitles as an engine does.
  static func playAll(_ source: any MediaSource) throws -> [SubtitleCue] {
    var subtitles: [SubtitleCue] = []
    var piece: [Int16] = []
    while true {
      let frame = try source.nextFrame()
      piece.removeAll(keepingCapacity: true)
      let sound = try source.nextAudio(appendingTo: &piece)
      subtitles += source.takeSubtitles()
      if frame == .end, sound == .end { return subtitles }
    }
  }
}
