import Foundation
import Glibc
import LibAV
import MediaCore
import Models
import Platform
import TestSupport
import Testing

/// Small clips of several containers with bytes changed at random: whatever comes of them, it comes
/// soon and takes little.
@Suite struct FuzzTests {
  /// How long it goes on, in seconds; then it stops before the next clip.
  private static let budget = 2.5
  private static let maxClips = 200

  private let seed = Fuzz.seed

  private func originals() throws -> [(name: String, bytes: [UInt8])] {
    let small = TestClips.pattern(PixelSize(width: 32, height: 32), rate: 10, seconds: 0.5)
    let sound = TestClips.beeps(seconds: 0.5)
    let paths = [
      try TestClips.portrait(), try TestClips.landscape(),
      try TestClips.make("fuzz.ts", small + sound + ["-c:v", "mpeg2video", "-c:a", "mp2"]),
      try TestClips.make("fuzz.avi", small + sound + ["-c:v", "mjpeg", "-c:a", "pcm_s16le"]),
      try TestClips.make("fuzz.gif", small), try TestClips.make("fuzz.ogg", sound),
    ]
    return paths.map { path in
      let file = String(decoding: path.bytes, as: UTF8.self)
      return (String(file.split(separator: "/").last ?? ""), Command.contents(of: file))
    }
  }

  @Test func corruptedClipsArePlayedOrRefusedWithinLimits() throws {
    let originals = try originals()
    let path = TestClips.freshPath("fuzz")
    let start = HostTime.now
    let memory = residentMemory()
    for round in 0..<Self.maxClips where HostTime.now < start + Self.budget {
      var generator = SeededGenerator(seed: seed &+ UInt64(round))
      let original = originals[round % originals.count]
      let bytes = changed(original.bytes, by: &generator)
      try Data(bytes).write(to: URL(fileURLWithPath: path.description))
      let began = HostTime.thread
      play(path)
      // Of the processor, which other tests do not lengthen.
      let took = HostTime.thread - began
      #expect(took < 10, "\(original.name), seed \(seed &+ UInt64(round))")
    }
    // Other tests hold clips at the same time.
    let growth = (residentMemory() - memory) >> 20
    #expect(growth < 600, "\(growth) MB from seed \(seed)")
  }

  /// Changes, repeats, drops or cuts some bytes; more often near the start, where headers are.
  private func changed(_ bytes: [UInt8], by generator: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...20, using: &generator) where bytes.count > 64 {
      let reach = Bool.random(using: &generator) ? min(bytes.count, 1_024) : bytes.count
      let place = Int.random(in: 0..<reach, using: &generator)
      let end = min(place + Int.random(in: 1...64, using: &generator), bytes.count)
      switch Int.random(in: 0..<10, using: &generator) {
      case 0: bytes.removeSubrange(place..<end)
      case 1: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 2: bytes.replaceSubrange(place..<end, with: repeatElement(0xFF, count: end - place))
      case 3 where place > 64: bytes.removeLast(bytes.count - place)
      default: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      }
    }
    return bytes
  }

  /// Reads some frames and sound, seeks, reads on, and looks where something happens.
  private func play(_ path: FilePath) {
    let token = CancellationToken()
    token.setDeadline(HostTime.now + 2)
    guard let source = try? open(path, cancellation: token) else { return }
    let target = PixelBuffer(size: PixelSize(width: 32, height: 18))
    var samples: [Int16] = []
    for time in [nil, 0.3, 0.0] as [Double?] {
      if let time { try? source.seek(to: time, precision: .exact) }
      for _ in 0..<20 {
        samples.removeAll(keepingCapacity: true)
        let frame = try? source.nextFrame()
        let sound = try? source.nextAudio(appendingTo: &samples)
        if case .value? = frame { source.render(into: target, showing: .whole) }
        if frame == nil, sound == nil { return }
      }
    }
    _ = try? source.activity()
  }

  /// Bytes of memory this process holds.
  private func residentMemory() -> Int {
    let numbers = String(decoding: Command.contents(of: "/proc/self/statm"), as: UTF8.self)
      .split(separator: " ").compactMap { Int($0) }
    return numbers.count > 1 ? numbers[1] * Int(getpagesize()) : 0
  }
}
