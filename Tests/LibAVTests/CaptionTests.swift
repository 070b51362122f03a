import MediaCore
import Models
import TestSupport
import Testing

@Suite struct CaptionTests {
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
  func readsTextOfEveryForm(_ name: String, _ codec: String) throws {
    let source = try open(
      TestClips.tracks(
        name,
        TestClips.Tracks(
          captions: Self.subRip, captionCodec: codec,
          arguments: ["-metadata:s:s:0", "language=fra"])))
    let track = try #require(source.details.captionTracks.first)
    #expect(track.codec.string == codec)
    #expect(track.language.string == "fra")
    source.selectCaptionTrack(track.id)
    let captions = try Self.playAll(source)
    try #require(captions.count == 2)
    #expect(
      captions.map(\.lines) == [
        ["Hello, world", "second line"], ["Bye \u{FFFD}[31m\u{FFFD}evil"],
      ])
    for (caption, times) in zip(captions, [(0.5, 1.5), (2, 3.25)]) {
      #expect(abs(caption.start - times.0) < 0.003)
      #expect(abs(caption.end - times.1) < 0.003)
    }
  }

  @Test func readsThemAgainAfterASeek() throws {
    let source = try open(Self.clip())
    source.selectCaptionTrack(source.details.captionTracks.first?.id)
    _ = try Self.playAll(source)
    try source.seek(to: 1.9, precision: .exact)
    #expect(try Self.playAll(source).last?.lines == ["Bye \u{FFFD}[31m\u{FFFD}evil"])
    try source.seek(to: 0, precision: .keyframe)
    #expect(try Self.playAll(source).count == 2)
  }

  @Test func readsNoneWhenNoneIsChosen() throws {
    let source = try open(Self.clip())
    #expect(try Self.playAll(source).isEmpty)
    source.selectCaptionTrack(source.details.captionTracks.first?.id)
    source.selectCaptionTrack(nil)
    try source.seek(to: 0, precision: .exact)
    #expect(try Self.playAll(source).isEmpty)
    // Neither pictures nor sound are captions.
    for id in [0, 1, -1, 99] {
      source.selectCaptionTrack(id)
      try source.seek(to: 0, precision: .exact)
      #expect(try Self.playAll(source).isEmpty)
    }
  }

  @Test func keepsTheLatestOfMoreThanAnybodyTakes() throws {
    let many = (0..<700).map { index in
      let time = "00:00:0\(index / 200),\(Self.padded(index % 200 * 5))"
      return "\(index + 1)\n\(time) --> \(time.dropLast())9\nnumber \(index)\n\n"
    }
    let source = try open(
      TestClips.tracks("many-captions.mkv", TestClips.Tracks(captions: many.joined())))
    source.selectCaptionTrack(source.details.captionTracks.first?.id)
    let whole = try Playthrough(source)
    #expect(whole.numbers.count == 100)
    #expect(whole.audioEnd > 3.9)
    let captions = source.takeCaptions()
    #expect(captions.count == 256)
    #expect(captions.last?.lines == ["number 699"])
    #expect(source.takeCaptions().isEmpty)
  }

  private static func clip() throws -> FilePath {
    try TestClips.tracks("captions.mkv", TestClips.Tracks(captions: subRip))
  }

  private static func padded(_ number: Int) -> String {
    String(repeating: "0", count: 3 - "\(number)".count) + "\(number)"
  }

  /// Plays to the end, taking captions as an engine does.
  private static func playAll(_ source: any MediaSource) throws -> [Caption] {
    var captions: [Caption] = []
    var piece: [Int16] = []
    while true {
      let picture = try source.nextPicture()
      piece.removeAll(keepingCapacity: true)
      let sound = try source.nextAudio(appendingTo: &piece)
      captions += source.takeCaptions()
      if picture == .end, sound == .end { return captions }
    }
  }
}
