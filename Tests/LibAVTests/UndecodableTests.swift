import LibAV
import MediaCore
import Models
import TestSupport
import Testing

/// What there is no decoder for is said, and not taken for something else.
@Suite struct UndecodableTests {
  /// A QuickTime clip whose sound is in a codec of another name.
  private func clip(_ name: String, codec: [UInt8]) throws -> FilePath {
    let whole = try TestClips.make(
      "heard.mov",
      TestClips.pattern(PixelSize(width: 64, height: 48), seconds: 1) + TestClips.beeps(seconds: 1)
        + TestClips.h264 + ["-c:a", "pcm_s16le"])
    return try TestClips.change(name, from: whole) { bytes in
      // The entry of the second track's sample description.
      let place = try #require(bytes.firstRange(of: Array("sowt".utf8)))
      bytes.replaceSubrange(place, with: codec)
    }
  }

  @Test(arguments: [
    ("fpcm.mov", Array("fpcm".utf8), "fpcm"),
    ("bytes.mov", [0x7A, 0x1B, 0xFF, 0x39], "z[27][255]9"),
  ])
  func soundWithoutADecoderIsReported(_ name: String, _ codec: [UInt8], _ told: String) throws {
    let source = try open(clip(name, codec: codec))
    _ = try source.nextFrame()
    #expect(!source.info.hasAudio)
    #expect(source.details.soundFormat.string == "\(told), 48000 Hz, stereo, no decoder")
    #expect(source.details.soundTracks.map(\.codec.string) == [told])
    #expect(source.details.soundTracks.map(\.isDecodable) == [false])
  }

  @Test func undescribedSoundIsReported() throws {
    let unknown = try clip("fpcm.mov", codec: Array("fpcm".utf8))
    let path = try TestClips.change("nameless.mov", from: unknown) { bytes in
      // The second track's sample description becomes an empty space.
      let entry = try #require(bytes.firstRange(of: Array("fpcm".utf8))).lowerBound
      bytes.replaceSubrange(entry - 16..<entry - 12, with: Array("free".utf8))
    }
    let source = try open(path)
    _ = try source.nextFrame()
    #expect(source.details.soundFormat == "unknown codec, no decoder")
  }

  /// FFmpeg 9.0 has a decoder for it.
  @Test func animatedWebPPlaysOrIsReported() throws {
    let path = try TestClips.make(
      "moving.webp",
      TestClips.pattern(PixelSize(width: 64, height: 48), seconds: 0.4) + [
        "-c:v", "libwebp_anim", "-loop", "0",
      ])
    guard LibAVLibraries.majorVersion < 63 else {
      #expect(try Playthrough(open(path)).numbers == Array(0..<10))
      return
    }
    #expect(throws: MediaError.unreadFormat("animated WebP")) { try open(path) }
  }

  /// The boxes of ISO/IEC 23008-12 up to the one that says it is a frame.
  private func photograph(_ brands: String) -> [UInt8] {
    func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
      [0, 0, 0, UInt8(content.count + 8)] + Array(name.utf8) + content
    }
    let brands = Array(brands.utf8)
    let handler = box(
      "hdlr",
      [UInt8](repeating: 0, count: 8) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
    return box("ftyp", Array(brands.prefix(4)) + [0, 0, 0, 0] + brands)
      + box("meta", [0, 0, 0, 0] + handler) + box("mdat", [UInt8](repeating: 7, count: 64))
  }

  @Test(arguments: ["heicmif1heic", "heixmif1heix", "mif1miafheic"])
  func heicStillsAreReported(_ brands: String) throws {
    let path = try TestClips.file("\(brands).heic", photograph(brands))
    // FFmpeg 7 reads them, and there is no frame in this one.
    let isRead = LibAVLibraries.majorVersion >= 61
    #expect(throws: isRead ? MediaError.damaged : .unreadFormat("HEIC")) { try open(path) }
  }

  @Test func truncatedClipIsReportedAsDamaged() throws {
    let path = try TestClips.file("film.mp4", photograph("isommp42"))
    #expect(throws: MediaError.damaged) { try open(path) }
    let frame = try TestClips.make(
      "still.webp",
      TestClips.pattern(PixelSize(width: 64, height: 48), seconds: 0.04) + [
        "-c:v", "libwebp", "-frames:v", "1",
      ])
    let cut = try TestClips.change("cut.webp", from: frame) { $0.removeLast($0.count / 2) }
    #expect(throws: MediaError.damaged) { try open(cut) }
  }
}
