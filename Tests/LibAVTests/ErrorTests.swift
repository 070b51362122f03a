import Foundation
import LibAV
import MediaCore
import Models
import Platform
import TestSupport
import Testing

@Suite struct ErrorTests {
  private func expectFailure(_ path: FilePath, _ expected: MediaError) {
    #expect(throws: expected) {
      let source = try open(path)
      _ = try source.nextFrame()
    }
  }

  @Test func undecodableSoundDoesNotDelayFrames() throws {
    // Longer than what may wait of sound that nobody takes.
    let whole = try TestClips.make(
      "silenced.mkv",
      [
        "-f", "lavfi", "-i", "testsrc2=s=64x36:r=10:d=14", "-f", "lavfi", "-i",
        "sine=440:r=48000:d=14", "-c:v", "mpeg4", "-c:a", "aac",
      ])
    let path = try TestClips.change("unheard.mkv", from: whole) { bytes in
      let name = Array("A_AAC".utf8)
      let place = try #require(
        bytes.indices.first { bytes[$0...].starts(with: name) })
      bytes.replaceSubrange(place..<place + name.count, with: Array("A_ZZZ".utf8))
    }
    let source = try open(path)
    #expect(!source.info.hasAudio)
    #expect(try Playthrough(source).frames.count == 140)
    try source.seek(to: 2, precision: .exact)
    #expect(try Playthrough(source).frames.count == 120)
  }

  @Test func reportsAMissingFile() {
    expectFailure(TestClips.freshPath("nothing.mp4"), .notFound)
  }

  @Test func reportsAFolder() {
    expectFailure(TestClips.freshPath("x").parent, .notRegularFile)
  }

  @Test func reportsAPipeWithoutWaitingForAWriter() {
    let path = TestClips.freshPath("pipe.mp4")
    #expect(path.withCString { mkfifo($0, 0o600) } == 0)
    expectFailure(path, .notRegularFile)
  }

  @Test func reportsADevice() {
    expectFailure(FilePath("/dev/zero"), .notRegularFile)
  }

  @Test func reportsAnUnreadableFile() throws {
    let path = try TestClips.file("secret.mp4", Array("secret".utf8))
    #expect(path.withCString { chmod($0, 0) } == 0)
    OrdinaryUser.run { expectFailure(path, .noPermission) }
  }

  @Test func reportsAnUnreadableFolder() {
    let folder = TestClips.freshPath("closed")
    #expect(folder.withCString { mkdir($0, 0o700) } == 0)
    for path in [folder, folder.appending(FilePath("within"))] {
      OrdinaryUser.run {
        expectFailure(path.appending(FilePath("clip.mp4")), .noEntry(CleanText("\(folder)")))
      }
    }
  }

  @Test func reportsAnEncryptedClip() throws {
    let key = "0123456789abcdef0123456789abcdef"
    let path = try TestClips.make(
      "encrypted.mp4",
      TestClips.pattern(PixelSize(width: 64, height: 48), seconds: 1) + TestClips.h264 + [
        "-encryption_scheme", "cenc-aes-ctr", "-encryption_key", key, "-encryption_kid", key,
      ])
    expectFailure(path, .encrypted)
  }

  @Test func reportsAnEmptyFile() throws {
    expectFailure(try TestClips.file("empty.mp4", []), .empty)
  }

  @Test(arguments: [
    "text.mp4": "What is this?\nIt is only text, over\nsome lines.\n",
    "list.mp4": "#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:1,\nsegment.ts\n#EXT-X-ENDLIST\n",
    "concat.mp4": "ffconcat version 1.0\nfile other.mp4\n",
    "sdp.mp4": "v=0\no=- 0 0 IN IP4 127.0.0.1\nm=video 9 RTP/AVP 96\n",
    "script.mp4": "#!/bin/sh\nexec ffplay\n",
    "art.ans": "\u{1B}[31mred\u{1B}[0m\r\n\u{1B}[2J",
  ])
  func refusesWhatIsNoMediaWhateverItsName(_ name: String, _ text: String) throws {
    expectFailure(try TestClips.file(name, Array(text.utf8)), .notMedia)
  }

  @Test func refusesNoise() throws {
    // Of a fixed seed: some noise looks like the start of something.
    var state: UInt64 = 42
    let noise = (0..<20_000).map { _ -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(state >> 56)
    }
    #expect(throws: MediaError.notMedia) { try open(TestClips.file("noise.mp4", noise)) }
  }

  @Test func reportsAClipWithoutItsIndexAsDamaged() throws {
    // The index comes last.
    let cut = try TestClips.change("cut.mp4", from: TestClips.portrait()) { bytes in
      bytes.removeLast(bytes.count / 2)
    }
    expectFailure(cut, .damaged)
  }

  @Test func playsATruncatedClipToItsEnd() throws {
    let cut = try TestClips.change("cut.webm", from: TestClips.landscape()) { bytes in
      bytes.removeLast(bytes.count / 2)
    }
    let whole = try Playthrough(open(cut))
    #expect(whole.numbers.starts(with: [0, 1, 2, 3, 4, 5]))
    #expect(whole.numbers.count < 50)
  }

  @Test func playsPastDamage() throws {
    let broken = try TestClips.change("broken.mp4", from: TestClips.silent()) { bytes in
      let start = try #require(bytes.firstRange(of: Array("mdat".utf8))).upperBound
      for index in start + 1000..<start + 1300 where index < bytes.count { bytes[index] = 0 }
    }
    let whole = try Playthrough(open(broken))
    #expect(whole.times.count > 20)
    #expect(zip(whole.times, whole.times.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func showsWhatItCanWithoutAKeyframe() throws {
    let whole = try TestClips.make(
      "one-key.mp4",
      TestClips.pattern(PixelSize(width: 96, height: 64)) + TestClips.h264 + ["-g", "250"])
    let headless = try TestClips.make(
      "headless.mp4",
      ["-i", whole.description, "-c", "copy", "-bsf:v", "noise=drop=key"])
    let source = try open(headless)
    var times: [Double] = []
    while case .value(let timing) = try source.nextFrame() {
      times.append(timing.presentationTime)
    }
    #expect(times.count > 30)
    try source.seek(to: 0, precision: .exact)
    guard case .value = try source.nextFrame() else {
      Issue.record("no picture after the seek")
      return
    }
  }

  @Test func refusesAFalseSampleRate() throws {
    let sound = try TestClips.make("sound.wav", TestClips.beeps())
    let lie = try TestClips.change("lie.wav", from: sound) { bytes in
      // The rate in the format chunk, which is the first.
      bytes.replaceSubrange(24..<28, with: [1, 0, 0, 0])
    }
    expectFailure(lie, .damaged)
  }

  @Test func reportsAnUnsupportedCodec() throws {
    let unknown = try TestClips.change("unknown.mp4", from: TestClips.silent()) { bytes in
      // The sample entry in the sample description; the same letters are a brand further up.
      let entry = try #require(bytes.firstRange(of: Array("stsd".utf8))).upperBound + 12
      try #require(Array(bytes[entry..<entry + 4]) == Array("avc1".utf8))
      bytes.replaceSubrange(entry..<entry + 4, with: Array("zz\u{1B}9".utf8))
    }
    expectFailure(unknown, .unsupportedCodec("zz[27]9"))
  }

  @Test func stopsWhenCancelled() throws {
    let token = CancellationToken()
    token.cancel()
    #expect(throws: MediaError.cancelled) {
      try open(TestClips.portrait(), cancellation: token)
    }
  }

  @Test func stopsAtItsDeadline() throws {
    let token = CancellationToken()
    token.setDeadline(HostTime.now - 1)
    #expect(throws: MediaError.timedOut) {
      try open(TestClips.portrait(), cancellation: token)
    }
  }

  @Test func laterReadsStopToo() throws {
    let token = CancellationToken()
    let source = try open(TestClips.portrait(), cancellation: token)
    _ = try source.nextFrame()
    token.cancel()
    var samples: [Int16] = []
    #expect(throws: MediaError.cancelled) {
      for _ in 0..<100 { _ = try source.nextFrame() }
    }
    #expect(throws: MediaError.cancelled) {
      for _ in 0..<1000 { _ = try source.nextAudio(appendingTo: &samples) }
    }
    #expect(throws: MediaError.cancelled) { try source.seek(to: 1, precision: .exact) }
  }
}
