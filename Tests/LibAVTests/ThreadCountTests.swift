import Foundation
import MediaCore
import Models
import Platform
import TestSupport
import Testing

@Suite struct ThreadCountTests {
  /// Clips whose frames are decoded in another order than they are shown, also across keyframes.
  private static let clips = [
    "open.mp4": TestClips.h264 + ["-g", "10", "-x264-params", "open-gop=1:scenecut=0"],
    "closed.mkv": TestClips.h264 + ["-g", "7"],
    "intra.ts": TestClips.h264 + ["-g", "1"],
    "open-hevc.mkv": [
      "-c:v", "libx265", "-preset", "veryfast", "-crf", "10", "-pix_fmt", "yuv420p", "-g", "10",
      "-x265-params", "log-level=none:pools=1:frame-threads=1:open-gop=1:bframes=3",
    ],
    "vp9.webm": [
      "-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-crf", "10", "-b:v", "0",
      "-g", "10", "-pix_fmt", "yuv420p",
    ],
    "mpeg4.avi": ["-c:v", "mpeg4", "-q:v", "2", "-bf", "2", "-g", "10"],
  ]

  private static func clip(_ name: String) throws -> FilePath {
    try TestClips.make(
      name, TestClips.pattern(PixelSize(width: 96, height: 160)) + (clips[name] ?? []))
  }

  @Test(arguments: [
    "open.mp4", "closed.mkv", "intra.ts", "open-hevc.mkv", "vp9.webm", "mpeg4.avi",
  ])
  func changingThreadsLosesNoFrame(_ name: String) throws {
    let plain = try Playthrough(open(Self.clip(name)))
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<6 {
      let source = try open(Self.clip(name))
      var times: [Double] = []
      var frames: [[UInt32]] = []
      while true {
        if Int.random(in: 0..<8, using: &generator) == 0 {
          source.threadCount = Int.random(in: 1...3, using: &generator)
        }
        guard case .value(let timing) = try source.nextFrame() else { break }
        times.append(timing.presentationTime)
        frames.append(DecodedFrame(source, PixelSize(width: 8, height: 8)).pixels)
      }
      #expect(times == plain.times, "seed \(seed)")
      #expect(frames == (try Self.frames(of: name)), "seed \(seed)")
    }
  }

  @Test func threadCountChangesAtASeek() throws {
    let source = try open(Self.clip("open.mp4"))
    _ = try source.nextFrame()
    source.threadCount = 2
    for number in [30, 5, 49, 0] {
      try source.seek(to: Double(number) / 25 + 0.01, precision: .exact)
      guard case .value(let timing) = try source.nextFrame() else {
        Issue.record("no picture")
        return
      }
      #expect(abs(timing.presentationTime - Double(number) / 25) < 0.003)
      #expect(DecodedFrame(source, PixelSize(width: 16, height: 16)).patternNumber == number % 25)
    }
  }

  /// Seeks, changes and frames in any order: each frame is the one of its time.
  @Test(arguments: ["open.mp4", "closed.mkv", "open-hevc.mkv"])
  func changingThreadsKeepsFrameTimes(_ name: String) throws {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    let source = try open(Self.clip(name))
    var expected: Int?
    var count = 0
    for _ in 0..<150 {
      switch Int.random(in: 0..<8, using: &generator) {
      case 0:
        source.threadCount = Int.random(in: 1...3, using: &generator)
      case 1:
        let number = Int.random(in: 0..<50, using: &generator)
        try source.seek(to: Double(number) / 25 + 0.01, precision: .exact)
        expected = number
      default:
        guard case .value(let timing) = try source.nextFrame() else { continue }
        let number = Int((timing.presentationTime * 25).rounded())
        if let expected { #expect(number == expected, "seed \(seed)") }
        let frame = DecodedFrame(source, PixelSize(width: 16, height: 16))
        #expect(frame.patternNumber == number % 25, "seed \(seed)")
        expected = number + 1
        count += 1
      }
    }
    #expect(count > 20, "seed \(seed)")
  }

  @Test func usesTheGivenThreadCount() async throws {
    // No other test has this codec decoded by several threads.
    let clip = try TestClips.make(
      "threads.mkv",
      TestClips.pattern(PixelSize(width: 96, height: 160)) + ["-c:v", "libvpx", "-g", "1"])
    let name = "flick-counting"
    let counts = await onThread(named: name) {
      guard let source = try? open(clip) else { return [Int]() }
      return [1, 3, 2, 1].map { count in
        source.threadCount = count
        for _ in 0..<8 { _ = try? source.nextFrame() }
        return Self.threads(named: name) - 1
      }
    }
    #expect(counts == [0, 3, 2, 0])
  }

  /// Threads inherit the name of the one that starts them; since FFmpeg 6 they have one of their codec.
  private static func threads(named name: String) -> Int {
    let folder = "/proc/self/task"
    let ids = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return ids.count { id in
      let found = (try? String(contentsOfFile: "\(folder)/\(id)/comm", encoding: .utf8)) ?? ""
      return found == name + "\n" || found.hasPrefix("av:vp8:")
    }
  }

  private static func frames(of name: String) throws -> [[UInt32]] {
    let source = try open(clip(name))
    var frames: [[UInt32]] = []
    while case .value = try source.nextFrame() {
      frames.append(DecodedFrame(source, PixelSize(width: 8, height: 8)).pixels)
    }
    return frames
  }
}
