import Glibc
import MediaCore
import Models
import TestSupport
import Testing

@Suite struct SoundTrackTests {
  private static let named = TestClips.Tracks(
    arguments: [
      "-metadata:s:a:0", "language=eng", "-metadata:s:a:0", "title=Beeps",
      "-metadata:s:a:1", "language=deu", "-metadata:s:a:1", "title=Summton",
      "-disposition:a:0", "default", "-disposition:a:1", "0",
    ])

  @Test func listsTheTracksWithTheirLanguages() throws {
    let source = try open(TestClips.tracks("sounds.mkv", Self.named))
    let tracks = source.details.soundTracks
    #expect(tracks.map(\.language.string) == ["eng", "deu"])
    #expect(tracks.map(\.title.string) == ["Beeps", "Summton"])
    #expect(tracks.map(\.codec.string) == ["aac", "aac"])
    #expect(tracks.map(\.isDefault) == [true, false])
    #expect(source.soundTrack == tracks.first?.id)
  }

  @Test(arguments: ["sounds.mkv", "sounds.mp4", "sounds.ts"])
  func playsTheChosenTrack(_ name: String) throws {
    let source = try open(TestClips.tracks(name, Self.named))
    let ids = source.details.soundTracks.map(\.id)
    try #require(ids.count == 2)
    // In the middle of playing the other one.
    for _ in 0..<10 { _ = try source.nextFrame() }
    var piece: [Int16] = []
    for _ in 0..<10 { _ = try source.nextAudio(appendingTo: &piece) }
    try source.selectSoundTrack(ids[1])
    #expect(source.soundTrack == ids[1])
    try source.seek(to: 0.4, precision: .exact)
    let tone = try Playthrough(source)
    // The beeps are silent between 0.4 and 1.
    #expect(Self.loudness(tone.samples.prefix(9600)) > 1000)
    #expect(tone.numbers.first == 10)
    #expect(tone.numbers.count == 90)

    try source.selectSoundTrack(ids[0])
    try source.seek(to: 0.4, precision: .exact)
    let beeps = try Playthrough(source)
    #expect(Self.loudness(beeps.samples.prefix(9600)) < 100)
    #expect(abs(try #require(beeps.firstLoudTime) - 1) < 0.03)
  }

  @Test func keepsTheTrackThroughSeeks() throws {
    let source = try open(TestClips.tracks("sounds.ts", Self.named))
    let ids = source.details.soundTracks.map(\.id)
    try source.selectSoundTrack(ids[1])
    for time in [3, 0, 1.5, 0] { try source.seek(to: time, precision: .exact) }
    #expect(source.soundTrack == ids[1])
    #expect(Self.loudness(try Playthrough(source).samples.prefix(30_000).suffix(9600)) > 1000)
  }

  @Test func refusesANonAudioTrack() throws {
    let source = try open(TestClips.tracks("sounds.mkv", Self.named))
    let before = source.soundTrack
    for id in [0, 7, -1, .max] {
      #expect(throws: MediaError.self) { try source.selectSoundTrack(id) }
    }
    #expect(source.soundTrack == before)
    #expect(try Playthrough(source).samples.count > 180_000)
  }

  private static func loudness(_ samples: some Collection<Int16>) -> Double {
    samples.reduce(0) { $0 + abs(Double($1)) } / Double(max(samples.count, 1))
  }
}

@Suite struct ChapterTests {
  private static let chapters = """
    [CHAPTER]
    TIMEBASE=1/1000
    START=0
    END=1500
    title=Beginning
    [CHAPTER]
    TIMEBASE=1/1000
    START=1500
    END=4000
    title=The rest\u{1B}[2J

    """

  @Test(arguments: ["chapters.mp4", "chapters.mkv"])
  func listsChapters(_ name: String) throws {
    let source = try open(
      TestClips.tracks(name, TestClips.Tracks(metadata: Self.chapters)))
    let chapters = source.details.chapters
    #expect(chapters.map(\.start) == [0, 1.5])
    #expect(chapters.map(\.end) == [1.5, 4])
    #expect(chapters.map(\.title.string) == ["Beginning", "The rest\u{FFFD}[2J"])
  }

  @Test func countsFromTheFirstFrame() throws {
    let source = try open(
      TestClips.tracks(
        "late-chapters.mkv",
        TestClips.Tracks(
          // Without an offset of their own, ffmpeg leaves chapters where they are.
          metadata: Self.chapters.replacing("=1500", with: "=101500")
            .replacing("START=0", with: "START=100000").replacing("=4000", with: "=104000"),
          arguments: ["-output_ts_offset", "100"])))
    // Matroska's header does not say when that is.
    _ = try source.nextFrame()
    #expect(source.details.chapters.map(\.start) == [0, 1.5])
  }

  @Test func chaptersAreBounded() throws {
    let many = (0..<900).map { index in
      "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\(index * 4)\nEND=\(index * 4 + 4)\ntitle=\(index)\n"
    }
    let source = try open(
      TestClips.tracks("many.mkv", TestClips.Tracks(metadata: many.joined())))
    #expect(source.details.chapters.count == 500)
    #expect(source.details.chapters.last?.title.string == "499")
  }
}

@Suite struct TagTests {
  @Test func readsMetadata() throws {
    let source = try open(
      TestClips.tracks("tags.mp4", TestClips.Tracks(metadata: "title=A clip\nartist=Somebody\n")))
    _ = try source.nextFrame()
    let details = source.details
    #expect(details.container.string == "MP4, QuickTime")
    #expect(details.videoCodec.string == "h264")
    #expect(details.pixelFormat.string.hasPrefix("yuv420p"))
    #expect(details.soundFormat.string == "aac, 48000 Hz, stereo")
    #expect(details.displaySize == PixelSize(width: 64, height: 48))
    #expect(details.frameRate == 25)
    #expect(details.duration.map { abs($0 - 4) < 0.1 } ?? false)
    let bytes = try #require(details.byteCount)
    #expect(details.bitRate == Int((Double(bytes) * 8 / (details.duration ?? 1)).rounded()))
    #expect(
      details.tags.filter { $0.name.string != "encoder" }.map { "\($0.name): \($0.value)" }
        == ["title: A clip", "artist: Somebody"])
  }

  @Test(arguments: ["dated.mp4", "dated.mov", "dated.mkv"])
  func readsDates(_ name: String) throws {
    let path = try TestClips.tracks(
      name,
      TestClips.Tracks(
        arguments: ["-metadata", "creation_time=2018-03-07T15:21:21Z", "-metadata", "title=Bee"]))
    var times = [timespec(tv_sec: 0, tv_nsec: 0), timespec(tv_sec: 1_700_000_000, tv_nsec: 0)]
    #expect(path.withCString { utimensat(AT_FDCWD, $0, &times, 0) } == 0)
    let details = try open(path).details
    #expect(details.recorded == 1_520_436_081)
    #expect(details.modified == 1_700_000_000)
    #expect(details.tags.first { $0.name.string.lowercased() == "title" }?.value == "Bee")
    #expect(!details.tags.contains { $0.name.string.lowercased() == "creation_time" })
  }

  /// The zero of QuickTime's calendar, and nothing at all.
  @Test func impossibleDateIsIgnored() throws {
    let path = try TestClips.tracks(
      "undated.mp4",
      TestClips.Tracks(arguments: ["-metadata", "creation_time=1970-01-01T00:00:00Z"]))
    let details = try open(path).details
    #expect(details.recorded == nil)
    #expect(details.modified != nil)
  }

  @Test(arguments: ["evil.mp4", "evil.mkv", "evil.webm", "evil.ogg"])
  func hostileMetadataIsCleanedAndBounded(_ name: String) throws {
    let long = String(repeating: "long ", count: 2000)
    let metadata =
      "title=\u{1B}]0;owned\u{7}\u{1B}[2Jtitle\u{9B}31m\n" + "artist=\u{202E}gnp.exe\u{2066}\n"
      + "comment=\(long)\n" + "album=e\(String(repeating: "\u{301}", count: 5000))\n"
      + "genre=one\\\ntwo\tthree\n"
    let codecs = [
      "mp4": TestClips.h264 + ["-c:a", "aac"], "mkv": TestClips.h264 + ["-c:a", "aac"],
      "webm": ["-c:v", "libvpx", "-b:v", "1M", "-c:a", "libopus"],
      "ogg": ["-c:v", "libtheora", "-c:a", "libvorbis"],
    ]
    let kind = name.split(separator: ".").last.map(String.init) ?? ""
    let source = try open(
      TestClips.tracks(
        name, TestClips.Tracks(metadata: metadata), codecs: codecs[kind] ?? []))
    let tags = source.details.tags
    let values = Dictionary(
      tags.map { ($0.name.string.lowercased(), $0.value.string) }
    ) { first, _ in first }
    #expect(values["title"] == "\u{FFFD}]0;owned\u{FFFD}\u{FFFD}[2Jtitle\u{FFFD}31m")
    #expect(values["artist"] == "\u{FFFD}gnp.exe\u{FFFD}")
    #expect(values["genre"] == "one two three")
    for tag in tags {
      #expect(tag.value.string.unicodeScalars.count <= 1001)
      #expect(
        !tag.value.string.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
    #expect(values["album"]?.unicodeScalars.count == 1001)
    // MP4's writer keeps 255 bytes or so of some of them.
    #expect(values["comment"]?.hasSuffix("…") ?? false)
  }
}
