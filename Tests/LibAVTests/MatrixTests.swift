import Glibc
import MediaCore
import Models
import TestSupport
import Testing

@Suite struct MatrixTests {
  /// Stands in the log as skipped where ffmpeg lacks encoders, with the pairs that are not tested.
  @Test(
    .enabled(
      if: FormatPair.notEncodable.isEmpty,
      "ffmpeg cannot make: \(FormatPair.notEncodable.joined(separator: "; "))"))
  func ffmpegCanEncodeAllPairs() {
    #expect(FormatPair.encodable.count == FormatPair.all.count)
  }

  @Test(arguments: FormatPair.tested)
  func playsEachPairOfCodecs(_ pair: FormatPair) throws {
    let source = try open(pair.clipOfMany())
    #expect(source.info.videoCodec == pair.frame?.codec ?? "")
    let sound = source.details.soundTracks.first { $0.id == source.soundTrack }
    #expect(sound?.codec.string ?? "" == pair.sound?.codec ?? "")
    #expect(source.info.hasAudio == (pair.sound != nil))
    #expect(source.info.isStill == pair.isStill)
    #expect(source.info.codedSize == pair.frame?.size)
    #expect(source.details.container.string == pair.format?.name)
    if !pair.isStill {
      let duration = try #require(source.info.duration)
      #expect(abs(duration - pair.duration) < 0.1)
    }

    let whole = try Playthrough(source)
    if let frame = pair.frame {
      let count = pair.isStill ? 1 : pair.frameCount
      #expect(whole.numbers == Array(0..<count))
      for (index, time) in whole.times.enumerated() {
        // GXF is half a frame off at its end.
        #expect(abs(time - Double(index) / 25) < (pair.demuxer == "gxf" ? 0.021 : 0.003))
      }
      try source.seek(to: 0, precision: .exact)
      guard case .value = try source.nextFrame() else {
        Issue.record("no picture")
        return
      }
      let first = DecodedFrame(source, PixelSize(width: 16, height: 12)).corners
      #expect(first.isNear(.upright, within: frame.tolerance), "\(first)")
    }
    if pair.sound != nil {
      // Coded sound comes in pieces; the last is filled up with silence.
      #expect(abs(whole.audioEnd - pair.duration) < 0.08)
      #expect(whole.largestGap < 0.001)
      let onset = try #require(whole.firstLoudTime)
      // Windows Media records no delay of its codecs, and they have much.
      #expect(abs(onset) < (pair.demuxer == "asf" ? 0.1 : 0.06))
    }
  }

  /// Containers that record the shape of a pixel, each with a codec that may do so, too.
  @Test(arguments: [
    "mp4 h264", "mov prores", "mkv ffv1", "webm vp9", "avi mpeg4", "ts mpeg2video",
    "mpg mpeg2video", "flv h264", "ogv theora", "wmv wmv2", "mxf mpeg2video", "nut mpeg4",
    "h264 h264", "jpg mjpeg", "png png",
  ])
  func showsPixelsThatAreNotSquare(_ name: String) throws {
    let pair = try #require(Self.pair(name))
    try skipIfNotEncodable(pair)
    let source = try open(pair.clip(filters: ",setsar=4/3"))
    let size = try #require(pair.frame?.size)
    // MPEG-2 knows shapes of the whole frame only; this one's is 16:9.
    #expect(
      source.info.displaySize == PixelSize(width: (size.width * 4 + 1) / 3, height: size.height))
  }

  /// Containers that record a rotation.
  @Test(arguments: ["mp4 h264", "mov mjpeg", "3gp h263", "mp4 av1"], [90, 180, 270])
  func rotatesFramesUpright(_ name: String, _ degrees: Int) throws {
    let pair = try #require(Self.pair(name))
    try skipIfNotEncodable(pair)
    let source = try open(TestClips.turned(degrees: degrees, pair.clip()))
    let size = try #require(pair.frame?.size)
    let isAcross = degrees == 180
    #expect(
      source.info.displaySize
        == (isAcross ? size : PixelSize(width: size.height, height: size.width)))
    guard case .value = try source.nextFrame() else {
      Issue.record("no picture")
      return
    }
    let corners = DecodedFrame(source, PixelSize(width: 16, height: 16)).corners
    #expect(corners.isNear(Corners.upright.turned(degrees), within: 10), "\(corners)")
  }

  private static func pair(_ name: String) -> FormatPair? {
    let parts = name.split(separator: " ").map(String.init)
    return FormatPair.all.first { $0.fileExtension == parts[0] && $0.frame?.codec == parts[1] }
  }

  private func skipIfNotEncodable(_ pair: FormatPair) throws {
    let missing = pair.missingEncoders
    if !missing.isEmpty {
      try Test.cancel("ffmpeg has no encoder \(missing.joined(separator: ", ")) here")
    }
  }
}

extension FormatPair {
  static let encodable = all.filter(\.missingEncoders.isEmpty)

  /// Each codec in each container; all pairs of codecs in `make test-trials`.
  static let tested = getenv("ALL_PAIRS") == nil ? covering : encodable

  private static let batchCount = 16

  /// The clip, made together with others of `tested`.
  func clipOfMany() throws -> FilePath {
    let all = Self.tested
    guard let index = all.firstIndex(where: { $0.testDescription == testDescription }) else {
      return try clip()
    }
    // In turns: tests that run at a time wait for different batches.
    let (number, start) = index.quotientAndRemainder(dividingBy: Self.batchCount)
    let batch = stride(from: start, to: all.count, by: Self.batchCount).map { all[$0].recipe() }
    return try TestClips.make(batch)[number]
  }

  private static var covering: [FormatPair] {
    var covered: Set<String> = []
    return encodable.filter { pair in
      let parts = [pair.frame?.codec, pair.sound?.codec].compactMap(\.self)
        .map { "\(pair.fileExtension) \(pair.muxer ?? "") \($0)" }
      defer { covered.formUnion(parts) }
      return pair.isStill || !covered.isSuperset(of: parts)
    }
  }

  /// The other pairs, and what is missing for each.
  static let notEncodable = all.filter { !$0.missingEncoders.isEmpty }.map { pair in
    "\(pair.testDescription) (no \(pair.missingEncoders.joined(separator: ", ")))"
  }

  var format: MediaFormat? { MediaFormat.all.first { $0.demuxer == demuxer } }
}

extension Corners {
  func isNear(_ other: Corners, within tolerance: Int) -> Bool {
    topLeft.isNear(other.topLeft, within: tolerance)
      && topRight.isNear(other.topRight, within: tolerance)
      && bottomLeft.isNear(other.bottomLeft, within: tolerance)
      && bottomRight.isNear(other.bottomRight, within: tolerance)
  }

  /// What a frame with these corners shows once it was turned clockwise.
  func turned(_ degrees: Int) -> Corners {
    guard degrees > 0 else { return self }
    return Corners(
      topLeft: bottomLeft, topRight: topLeft, bottomLeft: bottomRight, bottomRight: topRight
    ).turned(degrees - 90)
  }
}
