import Foundation
import LibAV
import MediaCore
import Models
import TestSupport
import Testing

/// SubtitleCue files beside a clip.
@Suite struct SidecarTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    let clip = try TestClips.make(
      "plain.mp4",
      TestClips.pattern(PixelSize(width: 64, height: 48), seconds: 4) + TestClips.h264)
    try FileManager.default.copyItem(
      atPath: clip.description, toPath: folder.file("clip.mp4"))
  }

  private func write(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file(name)))
  }

  private func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

  private func open() throws -> any MediaSource {
    try LibAVTests.open(FilePath(folder.file("clip.mp4")))
  }

  /// Chooses a track and plays the clip.
  private func subtitles(_ number: Int = 0, of source: any MediaSource) throws -> [SubtitleCue] {
    source.selectSubtitleTrack(source.details.subtitleTracks[number].id)
    return try SubtitleTests.playAll(source)
  }

  private static let subRip = """
    1
    00:00:00,500 --> 00:00:01,500
    <i>Où</i> <font color="red">là</font>
    東京

    2
    00:00:02,000 --> 00:00:03,250
    Bye \u{1B}[31m\u{202E}evil

    """

  private static let subRipLines: [[StyledText]] = [
    [
      StyledText([
        .init("Où", TextStyle(isItalic: true)), .init(" "), .init("là", TextStyle(color: 0xFF)),
      ]), "東京",
    ],
    ["Bye \u{FFFD}[31m\u{FFFD}evil"],
  ]

  @Test func subtitleFilesBecomeTracks() throws {
    try write("clip.srt", Self.subRip)
    try write("clip.en.vtt", "WEBVTT\n")
    try write("clip.de.forced.ass", SubtitleTests.script)
    try write("clip2.srt", Self.subRip)
    try write("clip.part2.srt", Self.subRip)
    try write("clip.fr.srt", "")
    try FileManager.default.createDirectory(
      atPath: folder.file("clip.it.srt"), withIntermediateDirectories: false)
    let tracks = try open().details.subtitleTracks
    #expect(tracks.map(\.language.string) == ["", "de", "en"])
    #expect(tracks.map(\.title.string) == ["clip.srt", "forced", ""])
    #expect(tracks.map(\.codec.string) == ["subrip", "ass", "webvtt"])
    #expect(Set(tracks.map(\.id)).count == 3)
  }

  @Test func subtitleFilesFollowTheClipsTracks() throws {
    let clip = try TestClips.tracks("both.mkv", TestClips.Tracks(subtitles: Self.subRip))
    let own = folder.file("both.mkv")
    try FileManager.default.copyItem(atPath: clip.description, toPath: own)
    try write("both.en.srt", "1\n00:00:01,000 --> 00:00:02,000\nbeside\n")
    let source = try LibAVTests.open(FilePath(own))
    let tracks = source.details.subtitleTracks
    try #require(tracks.count == 2)
    #expect(tracks[1].language == "en")
    #expect(try subtitles(1, of: source).map(\.lines) == [["beside"]])
    // And back.
    try source.seek(to: 0, precision: .exact)
    #expect(try subtitles(0, of: source).map(\.lines) == Self.subRipLines)
    source.selectSubtitleTrack(nil)
    try source.seek(to: 0, precision: .exact)
    #expect(try SubtitleTests.playAll(source).isEmpty)
  }

  @Test func subRipIsReadInAnyEncoding() throws {
    let utf16 = ("\u{FEFF}" + Self.subRip).utf16.flatMap {
      [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)]
    }
    let files = [
      Array(Self.subRip.utf8), [0xEF, 0xBB, 0xBF] + Array(Self.subRip.utf8), utf16,
      Array(Self.subRip.replacingOccurrences(of: "\n", with: "\r\n").utf8),
    ]
    for bytes in files {
      try write("clip.srt", bytes)
      let subtitles = try subtitles(of: open())
      try #require(subtitles.count == 2)
      #expect(subtitles.map(\.lines) == Self.subRipLines)
      #expect(subtitles.map(\.start) == [0.5, 2])
      #expect(subtitles.map(\.end) == [1.5, 3.25])
    }
    try write("clip.srt", Array("1\n00:00:01,000 --> 00:00:02,000\nCaf".utf8) + [0xE9, 0x0A])
    #expect(try subtitles(of: open()).map(\.lines) == [["Café"]])
    // In windows-1251.
    let line: [UInt8] = [
      0xC3, 0xE4, 0xE5, 0x20, 0xF2, 0xFB, 0x20, 0xE1, 0xFB, 0xEB, 0x20, 0xE2, 0xF7, 0xE5,
      0xF0, 0xE0, 0x20, 0xE2, 0xE5, 0xF7, 0xE5, 0xF0, 0xEE, 0xEC, 0x3F,
    ]
    try write("clip.srt", Array("1\n00:00:01,000 --> 00:00:02,000\n".utf8) + line + [0x0A])
    #expect(try subtitles(of: open()).map(\.lines) == [["Где ты был вчера вечером?"]])
  }

  @Test func webVTTKeepsItsClassesOfColor() throws {
    try write(
      "clip.vtt",
      """
      WEBVTT

      STYLE
      ::cue { color: red }

      NOTE nothing to see

      first
      00:00.500 --> 00:01.500 line:0 align:start
      <v Ann><c.yellow>Hello,</c> <b>world</b> &amp; all

      """)
    let subtitles = try subtitles(of: open())
    #expect(subtitles.count == 1)
    #expect(
      subtitles.first?.lines == [
        StyledText([
          .init("Hello,", TextStyle(color: 0x00_FFFF)), .init(" "),
          .init("world", TextStyle(isBold: true)), .init(" & all"),
        ])
      ])
    #expect(subtitles.first?.start == 0.5)
    #expect(subtitles.first?.end == 1.5)
  }

  @Test(arguments: ["clip.ass", "clip.ssa", "clip.srt"])
  func assScriptsKeepTheirStyles(_ name: String) throws {
    try write(name, SubtitleTests.script)
    #expect(try subtitles(of: open()).map(\.lines) == [SubtitleTests.scriptLines])
  }

  @Test func subtitleFilesFollowSeeks() throws {
    let many = (0..<3000).map { index in
      let second = index / 10
      let time = String(
        format: "%02d:%02d:%02d,%d00", second / 3600, second / 60 % 60, second % 60, index % 10)
      return "\(index)\n\(time) --> \(time.dropLast(2))50\nnumber \(index)\n\n"
    }
    try write("clip.srt", many.joined())
    let source = try open()
    source.selectSubtitleTrack(source.details.subtitleTracks[0].id)
    #expect(source.takeSubtitles().count == 101)
    try source.seek(to: 3.5, precision: .exact)
    let words = source.takeSubtitles().flatMap(\.lines).map(\.string)
    #expect(words.contains("number 35"))
    #expect(words.contains("number 134"))
    #expect(words.count < 140)
    // Each once, until the clip is moved.
    #expect(source.takeSubtitles().isEmpty)
    #expect(try SubtitleTests.playAll(source).count < 10)
    try source.seek(to: 0, precision: .keyframe)
    #expect(source.takeSubtitles().first?.lines == ["number 0"])
  }

  @Test func unreadableFilesGiveNoCues() throws {
    let cut = String(Self.subRip.prefix(40))
    for text in [
      "garbage", cut, "WEBVTT", "[Script Info]", "1\n00:00:99 --> nowhere\nx\n", "\0\0\0",
    ] {
      for name in ["clip.srt", "clip.vtt", "clip.ass"] {
        try write(name, text)
        let source = try open()
        #expect(try subtitles(of: source).count <= 1)
        try FileManager.default.removeItem(atPath: folder.file(name))
      }
    }
    // A file that has gone since.
    try write("clip.srt", Self.subRip)
    let source = try open()
    let id = try #require(source.details.subtitleTracks.first?.id)
    try FileManager.default.removeItem(atPath: folder.file("clip.srt"))
    source.selectSubtitleTrack(id)
    #expect(try SubtitleTests.playAll(source).isEmpty)
    source.selectSubtitleTrack(id + 1)
    #expect(try SubtitleTests.playAll(source).isEmpty)
  }

  @Test func damagedFilesDoNoHarm() throws {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    let files = [
      ("clip.srt", Self.subRip), ("clip.ass", SubtitleTests.script),
      ("clip.vtt", "WEBVTT\n\n00:00.500 --> 00:01.500\n<b>Hello</b>\n"),
    ]
    for (name, text) in files {
      for _ in 0..<30 {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1..<30, using: &generator) {
          let index = Int.random(in: 0..<bytes.count, using: &generator)
          if Bool.random(using: &generator) {
            bytes[index] = .random(in: 0...255, using: &generator)
          } else {
            bytes.insert(contentsOf: bytes.suffix(20), at: index)
          }
        }
        try write(name, bytes)
        let source = try open()
        source.selectSubtitleTrack(source.details.subtitleTracks.first?.id)
        let subtitles = source.takeSubtitles()
        #expect(
          subtitles.allSatisfy { $0.start.isFinite && $0.start < $0.end && $0.end.isFinite },
          "seed \(seed)")
      }
      try FileManager.default.removeItem(atPath: folder.file(name))
    }
  }

  @Test func oversizedFilesAreIgnored() throws {
    let path = folder.file("clip.srt")
    try write("clip.srt", Self.subRip)
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.truncate(atOffset: 16 << 20 + 1)
    try handle.close()
    #expect(try open().details.subtitleTracks.isEmpty)
  }

  /// Of a file with more subtitles than any film has, the first are kept.
  @Test func longFileIsReadInBoundedTime() throws {
    let many = (0..<60_000).map { index in
      "\(index)\n\(String(format: "%02d:%02d:%02d", index / 3600, index / 60 % 60, index % 60)),000 --> 99:00:00,000\nx\n\n"
    }
    try write("clip.srt", many.joined())
    let source = try open()
    let start = ContinuousClock.now
    source.selectSubtitleTrack(source.details.subtitleTracks[0].id)
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(source.takeSubtitles().count == 11)
  }
}
