import MediaCore
import Models
import TestSupport
import Testing

@testable import LibAV

@Suite struct PlacementTests {
  private let target = PixelSize(width: 160, height: 90)
  private let wide = PixelSize(width: 1920, height: 1080)

  @Test func matchingAspectRatioFillsTheTarget() throws {
    for size in [wide, PixelSize(width: 1280, height: 720), PixelSize(width: 1920, height: 1088)] {
      let place = try #require(
        VisiblePart(of: size, in: wide, showing: .whole, on: target))
      #expect(place.region == .whole)
      #expect((place.x, place.y) == (0, 0))
      #expect(place.size == target)
    }
  }

  @Test func otherAspectRatioIsKept() throws {
    let tall = try #require(
      VisiblePart(
        of: PixelSize(width: 1080, height: 1920), in: wide, showing: .whole, on: target))
    #expect(tall.region == .whole)
    #expect(tall.size.height == 90)
    #expect(abs(tall.size.width - 51) <= 1)
    #expect((tall.x, tall.y) == (55, 0))
    let flat = try #require(
      VisiblePart(
        of: PixelSize(width: 3840, height: 1080), in: wide, showing: .whole, on: target))
    #expect(flat.size.width == 160)
    #expect(abs(flat.size.height - 45) <= 1)
  }

  @Test func regionIsCropped() throws {
    let region = FrameRegion(x: 0.25, y: 0, width: 0.5, height: 1)
    let place = try #require(VisiblePart(of: wide, in: wide, showing: region, on: target))
    #expect(place.region == region)
    #expect(place.size == target)
  }

  @Test func regionOfAnotherAspectRatioIsClamped() throws {
    let tall = PixelSize(width: 1080, height: 1920)
    let left = FrameRegion(x: 0, y: 0, width: 0.3, height: 1)
    #expect(VisiblePart(of: tall, in: wide, showing: left, on: target) == nil)
    let middle = FrameRegion(x: 0.4, y: 0.25, width: 0.2, height: 0.5)
    let place = try #require(VisiblePart(of: tall, in: wide, showing: middle, on: target))
    #expect(place.size == target)
    #expect(abs(place.region.y - 0.25) < 1e-9 && abs(place.region.height - 0.5) < 1e-9)
    #expect(abs(place.region.width - 0.2 * 1920 / (1080 * 1080 / 1920)) < 1e-3)
  }

  /// A container may claim pixels two thousand million times as wide as high.
  @Test func extremeAspectRatiosArePlaced() {
    let lengths = [1, 2, 1_080, 1 << 26, 1 << 52, .max]
    let shapes = lengths.flatMap { width in lengths.map { PixelSize(width: width, height: $0) } }
    let filled = FrameArea(size: target, fit: .fill)
    for clip in shapes {
      for region in [.whole, filled.placing(clip).region] {
        for frame in shapes {
          let place = VisiblePart(of: frame, in: clip, showing: region, on: target)
          guard let place else { continue }
          #expect(place.x >= 0 && place.x + place.size.width <= target.width)
          #expect(place.y >= 0 && place.y + place.size.height <= target.height)
        }
      }
    }
  }

  @Test(arguments: [11, 12, 13] as [UInt64])
  func staysWithinTheFrameAndTheTarget(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func length(_ limit: Int) -> Int { Int.random(in: 1...limit, using: &random) }
    for _ in 0..<2_000 {
      let width = Double.random(in: 0.01...1, using: &random)
      let height = Double.random(in: 0.01...1, using: &random)
      let region = FrameRegion(
        x: Double.random(in: 0...1 - width, using: &random),
        y: Double.random(in: 0...1 - height, using: &random), width: width, height: height)
      let target = PixelSize(width: length(300), height: length(300))
      let place = VisiblePart(
        of: PixelSize(width: length(8192), height: length(8192)),
        in: PixelSize(width: length(8192), height: length(8192)), showing: region, on: target)
      guard let place else { continue }
      let isInside =
        place.x >= 0 && place.y >= 0 && place.size.width >= 1 && place.size.height >= 1
        && place.x + place.size.width <= target.width
        && place.y + place.size.height <= target.height
      #expect(isInside, "seed \(seed)")
      let part = place.region
      let isPart =
        part.x >= -1e-9 && part.y >= -1e-9 && part.x + part.width <= 1 + 1e-9
        && part.y + part.height <= 1 + 1e-9
      #expect(isPart, "seed \(seed)")
    }
  }
}

/// Parts of frames, drawn for real.
@Suite struct CroppingTests {
  private let quarters = [
    FrameRegion(x: 0, y: 0, width: 0.25, height: 0.25),
    FrameRegion(x: 0.75, y: 0, width: 0.25, height: 0.25),
    FrameRegion(x: 0, y: 0.75, width: 0.25, height: 0.25),
    FrameRegion(x: 0.75, y: 0.75, width: 0.25, height: 0.25),
  ]

  private func expect(_ source: any MediaSource, shows corners: Corners) {
    let expected = [corners.topLeft, corners.topRight, corners.bottomLeft, corners.bottomRight]
    for (region, color) in zip(quarters, expected) {
      let buffer = PixelBuffer(size: PixelSize(width: 7, height: 5))
      source.render(into: buffer, showing: region)
      let frame = DecodedFrame(size: buffer.size, pixels: buffer.withPixels(Array.init))
      for place in [(0.1, 0.1), (0.9, 0.1), (0.5, 0.5), (0.1, 0.9), (0.9, 0.9)] {
        #expect(frame.color(across: place.0, down: place.1).isNear(color, within: 12))
      }
    }
  }

  @Test(arguments: Turn.all)
  func showsARegionOfTheUprightFrame(_ turn: Turn) throws {
    let source = try open(TestClips.turned((turn.a, turn.b, turn.c, turn.d)))
    _ = try source.nextFrame()
    expect(source, shows: turn.corners)
  }

  @Test(arguments: ["rgb24", "gray", "pal8", "yuv444p10le", "bgra", "yuyv422", "nv12"])
  func showsARegionInAnyPixelLayout(_ format: String) throws {
    let isGray = format == "gray"
    let clip = try TestClips.make(
      "layout.\(format == "pal8" ? "gif" : "mkv")",
      TestClips.pattern(PixelSize(width: 96, height: 64), seconds: 0.2)
        + (format == "pal8" ? [] : ["-c:v", Self.codec(for: format), "-pix_fmt", format]))
    let source = try open(clip)
    _ = try source.nextFrame()
    let whole = DecodedFrame(source, PixelSize(width: 24, height: 16)).corners
    if !isGray { #expect(whole.topLeft.isNear(.red, within: 12)) }
    expect(source, shows: whole)
  }

  private static func codec(for format: String) -> String {
    ["yuyv422", "nv12"].contains(format) ? "rawvideo" : "ffv1"
  }

  @Test func regionMatchesTheWholeFrame() throws {
    let source = try open(TestClips.silent())
    _ = try source.nextFrame()
    let whole = DecodedFrame(source, PixelSize(width: 160, height: 96))
    let region = FrameRegion(x: 0.3, y: 0.125, width: 0.5, height: 0.75)
    let buffer = PixelBuffer(size: PixelSize(width: 80, height: 72))
    source.render(into: buffer, showing: region)
    let part = DecodedFrame(size: buffer.size, pixels: buffer.withPixels(Array.init))
    let rows: [ArraySlice<UInt32>] = (12..<84).map { row in
      let start: Int = row * 160 + 48
      return whole.pixels[start..<start + 80]
    }
    let cut = DecodedFrame(size: part.size, pixels: Array(rows.joined()))
    #expect(part.quality(against: cut) > 40)
  }
}
