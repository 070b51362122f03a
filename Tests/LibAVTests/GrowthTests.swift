import Foundation
import MediaCore
import Models
import TestSupport
import Testing

/// Files that are written while they are read.
@Suite struct GrowthTests {
  private let clock = SyntheticClock()

  private func recipe(_ name: String) -> [String] {
    TestClips.pattern(PixelSize(width: 96, height: 64), seconds: 8) + TestClips.beeps(seconds: 8)
      + TestClips.h264 + ["-c:a", "aac"]
      + (name.hasSuffix("mkv") ? ["-live", "1", "-cluster_time_limit", "500"] : [])
      + (name.hasSuffix("mp4") ? ["-movflags", "frag_keyframe+empty_moov"] : [])
  }

  @Test(arguments: ["grows.ts", "grows.mkv", "grows.mp4"])
  func growingFileIsFollowed(_ name: String) throws {
    let whole = try TestClips.make(name, recipe(name))
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: whole.description)))
    let path = TestClips.freshPath(name)
    var size = bytes.count * 3 / 8
    try Data(bytes.prefix(size)).write(to: URL(fileURLWithPath: path.description))
    let token = CancellationToken(hostTime: { [clock] in clock.now })
    let source = try open(path, cancellation: token)
    #expect(source.lookForGrowth() == nil)
    #expect(abs(try #require(source.info.duration) - 3) < 1.1)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path.description))
    try file.seekToEnd()
    var numbers: [Int] = []
    var sound: Double?
    while size < bytes.count {
      // Whatever is half of something.
      let piece = min(7001, bytes.count - size)
      try file.write(contentsOf: bytes[size..<size + piece])
      size += piece
      clock.advance(by: 0.5)
      #expect(source.lookForGrowth()?.isGoingOn == true)
      #expect(source.isFetching)
      let written = Double(size) / Double(bytes.count) * 8
      // Fragments count as a whole as soon as they begin.
      #expect(abs(try #require(source.info.duration) - written) < 1.6)
      let reading = try read(source, &numbers, &sound)
      #expect(reading == .awaited)
    }
    try file.close()
    #expect(numbers.count > 100)
    clock.advance(by: 10)
    let last = source.lookForGrowth()
    #expect(last?.isGoingOn == false)
    let reading = try read(source, &numbers, &sound)
    #expect(reading == .end)
    #expect(numbers == (0..<200).map { $0 % 25 })
    #expect(abs(try #require(sound) - 8) < 0.1)
    #expect(abs(try #require(source.lookForGrowth()?.duration) - 8) < 0.1)
  }

  /// What stopped the reading.
  private enum Reading { case awaited, end }

  private func read(
    _ source: any MediaSource, _ numbers: inout [Int], _ sound: inout Double?
  ) throws -> Reading {
    var samples: [Int16] = []
    var frames: Reading?
    var pieces: Reading?
    while frames == nil || pieces == nil {
      if frames == nil {
        switch try source.nextFrame() {
        case .value:
          numbers.append(DecodedFrame(source, PixelSize(width: 16, height: 16)).patternNumber)
        case .starved: break
        case .awaited: frames = .awaited
        case .end: frames = .end
        }
      }
      samples.removeAll(keepingCapacity: true)
      switch try source.nextAudio(appendingTo: &samples) {
      case .value(let time): sound = time + Double(samples.count / 2) / 48_000
      case .starved: pieces = frames
      case .awaited: pieces = .awaited
      case .end: pieces = .end
      }
    }
    return frames == .end && pieces == .end ? .end : .awaited
  }

  @Test func dataWrittenAfterTheEndCanBeSought() throws {
    let whole = try TestClips.make("met.mp4", recipe("met.mp4"))
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: whole.description)))
    let path = TestClips.freshPath("met.mp4")
    let url = URL(fileURLWithPath: path.description)
    try Data(bytes.prefix(bytes.count / 2)).write(to: url)
    let source = try open(path)
    #expect(try Playthrough(source).numbers.count < 110)
    try Data(bytes).write(to: url)
    try source.seek(to: 0, precision: .exact)
    #expect(try Playthrough(source).numbers == (0..<200).map { $0 % 25 })
  }
}
