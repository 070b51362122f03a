import LibAV
import MediaCore
import Models
import Platform
import TestSupport
import Testing

@testable import Playback

/// The excerpts of real films in which something happens once.
@Suite struct ExcerptFinderTests {
  /// Four minutes in which nothing moves, with a scene of ten seconds.
  private static let scene = 130.0...140.0

  private static func film(_ name: String, _ more: [String] = []) throws -> FilePath {
    try TestClips.make(
      name,
      [
        "-f", "lavfi", "-i", "smptebars=s=64x36:r=10:d=240", "-f", "lavfi", "-i",
        "testsrc2=s=64x36:r=10:d=240", "-i", sound().description, "-filter_complex",
        "[0][1]overlay=enable='between(t,\(scene.lowerBound),\(scene.upperBound))'[v]", "-map",
        "[v]", "-map", "2", "-g", "50", "-c:a", "copy", "-pix_fmt", "yuv420p",
      ] + more)
  }

  /// The sound of all: AAC takes longer to encode than such small frames.
  private static func sound() throws -> FilePath {
    try TestClips.make(
      "sound.m4a", ["-f", "lavfi", "-i", "sine=300:d=240:r=16000", "-b:a", "32k"])
  }

  /// The same in another container.
  private static func film(
    _ name: String, from film: FilePath, _ more: [String] = []
  ) throws -> FilePath {
    try TestClips.make(name, ["-i", film.description, "-c", "copy"] + more)
  }

  /// The film in a container.
  private static func film(of name: String) throws -> FilePath {
    switch name {
    case "film.mp4": try film(name)
    // Keyframes are further apart than the scene is long, and tell nothing of it.
    case "rare.mkv": try film(name, ["-g", "300", "-sc_threshold", "0"])
    case "rare.mp4": try film(name, from: film(of: "rare.mkv"))
    case "fragments.mp4":
      try film(
        name, from: film("film.mp4"),
        ["-movflags", "frag_keyframe+empty_moov+default_base_moof"])
    case "film.avi": try film(name, ["-c:v", "mpeg4", "-c:a", "mp3"])
    case "film.mpg": try film(name, ["-c:v", "mpeg1video", "-r", "25", "-c:a", "mp2"])
    // Every frame is a keyframe.
    case "intra.mp4": try film(name, ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p"])
    default: try film(name, from: film("film.mp4"))
    }
  }

  private func find(
    in path: FilePath, _ request: ExcerptRequest = ExcerptRequest()
  ) throws -> [TimeSpan] {
    // For a machine that is never too slow.
    let source = try LibAVOpener().open(
      .file(path), cancellation: CancellationToken(hostTime: { 0 }))
    return try ExcerptFinder(in: source, request, hostTime: { 0 }).find()
  }

  @Test(arguments: [
    "film.mp4", "film.mkv", "film.avi", "film.ts", "film.mpg", "film.flv", "fragments.mp4",
    "rare.mkv", "rare.mp4", "intra.mp4",
  ])
  func sceneIsFoundInAnyContainer(name: String) throws {
    let spans = try find(in: Self.film(of: name))
    let isFound = spans.contains { $0.start < 140 && $0.end ?? 0 > 130 }
    #expect(isFound, "\(name): \(spans.map(\.start))")
    #expect(spans.count <= 12, "\(name): \(spans.map(\.start))")
  }

  /// Noise takes most of the bytes, or a constant rate all of them.
  @Test(arguments: [
    ("noisy.mkv", 8, []), ("noisy.ts", 8, []),
    (
      "constant.mp4", 12,
      ["-b:v", "200k", "-maxrate", "200k", "-minrate", "200k", "-bufsize", "200k"]
    ),
    (
      "constant.ts", 4,
      ["-b:v", "200k", "-maxrate", "200k", "-minrate", "200k", "-bufsize", "200k"]
    ),
  ])
  func sceneIsFoundInNoise(name: String, noise: Int, arguments: [String]) throws {
    let path = try TestClips.make(
      name,
      [
        "-f", "lavfi", "-i", "smptebars=s=96x54:r=10:d=240", "-f", "lavfi", "-i",
        "testsrc2=s=20x20:r=10:d=240", "-filter_complex",
        "[0][1]overlay=x=40:y=20:enable='between(t,130,142)',noise=alls=\(noise):allf=t[v]", "-map",
        "[v]", "-c:v", "libx264", "-preset", "ultrafast", "-g", "50", "-pix_fmt", "yuv420p",
      ] + arguments)
    let source = try LibAVOpener().open(
      .file(path), cancellation: CancellationToken(hostTime: { 0 }))
    var finder = EventFinder(in: source, lookTime: 1, hostTime: { 0 })
    let events = try finder.events()
    #expect(!events.areLiveliest && finder.isDone)
    #expect(events.times.count == 1 && (128...130).contains(events.times[0]), "\(events)")
    // Whoever has little time looks on later.
    var time = 0.0
    var slow = EventFinder(in: source, lookTime: 4) {
      time += 1
      return time
    }
    var looks = 0
    while !slow.isDone || looks == 0, looks < 1_000 {
      _ = try slow.events()
      looks += 1
    }
    slow.lookTime = 0
    let grown = try slow.events()
    #expect(slow.isDone && looks > 10 && grown == events, "\(looks) looks")
  }

  /// Of what moves all along, there is only the liveliest.
  @Test func liveliestMinutesAreCalledThat() throws {
    let path = try TestClips.make(
      "lively.mp4",
      ["-f", "lavfi", "-i", "testsrc2=s=64x36:r=10:d=240", "-g", "50", "-pix_fmt", "yuv420p"])
    let source = try LibAVOpener().open(
      .file(path), cancellation: CancellationToken(hostTime: { 0 }))
    var finder = EventFinder(in: source, lookTime: 1, hostTime: { 0 })
    #expect(try finder.events().areLiveliest)
  }

  /// The keyframe before an event is black, and so is the rest of the night.
  @Test func eventAtNightIsFound() throws {
    let film = try TestClips.make(
      "night.mkv",
      [
        "-f", "lavfi", "-i", "color=0x101214:s=64x36:r=10:d=240", "-f", "lavfi", "-i",
        "testsrc2=s=24x24:r=10:d=240", "-filter_complex",
        "[0][1]overlay=enable='between(t,132,138)'[v]", "-map", "[v]", "-g", "100",
        "-sc_threshold", "0", "-pix_fmt", "yuv420p",
      ])
    let spans = try find(in: film)
    #expect(spans.contains { $0.start < 138 && $0.end ?? 0 > 132 }, "\(spans.map(\.start))")
    #expect(spans.count < 3, "\(spans.map(\.start))")
  }

  /// A frame in which somebody far away stands somewhere, under a sky of some brightness.
  private func frame(standingAt place: Int, sky: UInt32 = 120) -> PixelBuffer {
    let frame = PixelBuffer(size: PixelSize(width: 32, height: 32))
    frame.withMutablePixels { pixels in
      for index in pixels.indices { pixels[index] = sky << 16 | sky << 8 | sky }
      for row in 12..<15 { pixels[row * 32 + place] = 0x40_2020 }
    }
    return frame
  }

  @Test func framesAreAlikeInWhichNobodyCameOrWent() {
    #expect(frame(standingAt: 5).resembles(frame(standingAt: 5, sky: 122)))
    #expect(!frame(standingAt: 5).resembles(frame(standingAt: 20)))
    #expect(!frame(standingAt: 5).resembles(frame(standingAt: 5, sky: 130)))
  }

  @Test func excerptsBeginAtKeyframes() throws {
    for span in try find(in: Self.film(of: "film.mp4")) {
      #expect(abs(span.start / 5 - (span.start / 5).rounded()) < 0.001, "\(span.start)")
    }
  }

  @Test func filmOfUnknownLengthHasNone() throws {
    var clip = SyntheticClip()
    (clip.duration, clip.tellsDuration) = (600, false)
    let library = SyntheticLibrary()
    let source = try library.open(library.add("film", clip), cancellation: CancellationToken())
    #expect(throws: ExcerptError.hasNoDuration) {
      try ExcerptFinder(in: source, ExcerptRequest(), hostTime: { HostTime.now }).find()
    }
  }

  @Test func shortClipHasNone() throws {
    #expect(throws: ExcerptError.isShort) { try find(in: TestClips.portrait()) }
  }

  @Test func chaptersArePieces() throws {
    let chapters = [0, 60, 120, 200].map {
      "[CHAPTER]\nTIMEBASE=1/1\nSTART=\($0)\nEND=\($0 + 40)\ntitle=at \($0)\n"
    }
    let marks = try TestClips.file(
      "chapters.txt", Array((";FFMETADATA1\n" + chapters.joined()).utf8))
    let film = try TestClips.make(
      "chapters.mkv",
      [
        "-i", Self.film(of: "film.mkv").description, "-i", marks.description, "-map_metadata", "1",
        "-c", "copy",
      ])
    let starts = try find(in: film).map(\.start)
    #expect(starts.map { $0.rounded() } == [0, 60, 120, 200])
  }

  /// A file that was cut off has excerpts of what there is.
  @Test(arguments: ["film.mkv", "film.ts", "film.avi"])
  func truncatedFilmHasExcerptsOfWhatThereIs(name: String) throws {
    let film = try TestClips.change("cut-\(name)", from: Self.film(of: name)) {
      $0.removeLast($0.count / 4)
    }
    let spans = try find(in: film)
    #expect(!spans.isEmpty && spans.allSatisfy { $0.start < 200 }, "\(spans.map(\.start))")
  }
}
