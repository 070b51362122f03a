import LibAV
import MediaCore
import Models
import TestSupport
import Testing

/// Sound ends where the file says, so that loops keep their length.
@Suite struct SoundEndTests {
  @Test func loopsHaveTheEditListsDuration() throws {
    let source = try open(TestClips.portrait())
    for _ in 0..<3 {
      // 2 s are 93.75 packets of AAC.
      #expect(try Playthrough(source).samples.count == 96_000)
      try source.seek(to: 0, precision: .exact)
    }
  }

  @Test func resampledSoundEndsOnTime() throws {
    let path = try TestClips.make(
      "sound-44100.m4a", TestClips.beeps(rate: 44_100) + ["-c:a", "aac"])
    let source = try open(path)
    for _ in 0..<2 {
      #expect(abs(try Playthrough(source).samples.count - 96_000) <= 1)
      try source.seek(to: 0, precision: .exact)
    }
  }
}
