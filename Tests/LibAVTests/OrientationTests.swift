import MediaCore
import Models
import TestSupport
import Testing

@testable import LibAV

/// The factors a, b, c, d of a display matrix.
struct Turn: CustomTestStringConvertible {
  var name: String
  var a: Int32
  var b: Int32
  var c: Int32
  var d: Int32

  var testDescription: String { name }

  static let all = [
    Turn(name: "upright", a: 1, b: 0, c: 0, d: 1),
    Turn(name: "a quarter clockwise", a: 0, b: 1, c: -1, d: 0),
    Turn(name: "half", a: -1, b: 0, c: 0, d: -1),
    Turn(name: "a quarter counter-clockwise", a: 0, b: -1, c: 1, d: 0),
    Turn(name: "mirrored across", a: -1, b: 0, c: 0, d: 1),
    Turn(name: "mirrored down", a: 1, b: 0, c: 0, d: -1),
    Turn(name: "transposed", a: 0, b: 1, c: 1, d: 0),
    Turn(name: "transposed the other way", a: 0, b: -1, c: -1, d: 0),
  ]

  /// Where the corner fields end up, by the definition of the matrix.
  var corners: Corners {
    var shown: [[Int32]: Color] = [:]
    let coded: [(x: Int32, y: Int32, color: Color)] = [
      (-1, -1, .red), (1, -1, .green), (-1, 1, .blue), (1, 1, .white),
    ]
    for (x, y, color) in coded { shown[[a * x + c * y, b * x + d * y]] = color }
    return Corners(
      topLeft: shown[[-1, -1]] ?? .black, topRight: shown[[1, -1]] ?? .black,
      bottomLeft: shown[[-1, 1]] ?? .black, bottomRight: shown[[1, 1]] ?? .black)
  }
}

@Suite struct OrientationTests {
  @Test(arguments: Turn.all)
  func appliesTheTrackHeadersRotation(_ turn: Turn) throws {
    let source = try open(TestClips.turned((turn.a, turn.b, turn.c, turn.d)))
    let isTransposed = turn.a == 0
    let size =
      isTransposed ? PixelSize(width: 96, height: 160) : PixelSize(width: 160, height: 96)
    #expect(source.info.displaySize == size)
    #expect(source.info.codedSize == PixelSize(width: 160, height: 96))
    _ = try source.nextFrame()
    let target = PixelSize(width: size.width / 8, height: size.height / 8)
    #expect(DecodedFrame(source, target).corners == turn.corners)
    // Odd sizes have a middle column that stays where it is.
    let odd = PixelSize(width: target.width - 1, height: target.height - 3)
    #expect(DecodedFrame(source, odd).corners == turn.corners)
  }

  @Test(arguments: Turn.all)
  func rotatesAfterTheTrackHeader(_ turn: Turn) throws {
    let source = try open(TestClips.turned((turn.a, turn.b, turn.c, turn.d)))
    let size = try #require(source.info.displaySize)
    _ = try source.nextFrame()
    let target = PixelSize(width: size.width / 8, height: size.height / 8)
    let upright = PixelBuffer(size: target)
    source.render(into: upright, showing: .whole)
    for rotation in [Rotation.none, .right, .upsideDown, .left] {
      let rotated = PixelBuffer(size: target.rotated(rotation))
      source.render(into: rotated, showing: .whole, rotation: rotation)
      let expected = upright.rotated(rotation)
      #expect(rotated.size == expected.size)
      #expect(
        DecodedFrame(size: rotated.size, pixels: rotated.withPixels(Array.init)).corners
          == DecodedFrame(size: expected.size, pixels: expected.withPixels(Array.init)).corners)
    }
  }

  @Test func zeroMatrixMeansUpright() throws {
    #expect(Orientation(displayMatrix: Array(repeating: 0, count: 9)) == .upright)
    let source = try open(TestClips.turned((0, 0, 0, 0)))
    _ = try source.nextFrame()
    #expect(DecodedFrame(source, PixelSize(width: 20, height: 12)).corners == .upright)
  }

  @Test func slantedMatrixIsRounded() {
    let slanted: [Int32] = [60_000, 20_000, 0, -20_000, 60_000, 0, 0, 0, 1 << 30]
    #expect(Orientation(displayMatrix: slanted) == .upright)
    let steep: [Int32] = [20_000, 60_000, 0, -60_000, 20_000, 0, 0, 0, 1 << 30]
    #expect(
      Orientation(displayMatrix: steep) == Orientation(isTransposed: true, isReversedAcross: true))
    #expect(Orientation(displayMatrix: [.min, 0, 0, 0, .min, 0, 0, 0, 0]).isReversedDown)
  }

  @Test func shortMatrixMeansUpright() {
    #expect(Orientation(displayMatrix: [0, 65_536]) == .upright)
  }

  @Test func copiesEachPixelOnce() {
    for turn in Turn.all {
      let orientation = Orientation(displayMatrix: [
        turn.a << 16, turn.b << 16, 0, turn.c << 16, turn.d << 16, 0, 0, 0, 1 << 30,
      ])
      let (width, height) = orientation.isTransposed ? (3, 5) : (5, 3)
      let source = (0..<15).map(UInt32.init)
      var target = Array(repeating: UInt32.max, count: 15)
      source.withUnsafeBufferPointer { from in
        target.withUnsafeMutableBufferPointer { to in
          guard let from = from.baseAddress, let to = to.baseAddress else { return }
          orientation.copy(
            from, stride: 5, width: width, height: height, to: to, targetStride: width)
        }
      }
      #expect(target.sorted() == source)
      // The pixel at (x, y) of the 5 x 3 frame is found where the matrix puts it.
      for y in 0..<3 {
        for x in 0..<5 {
          let across = Int(turn.a) * (2 * x - 4) + Int(turn.c) * (2 * y - 2)
          let down = Int(turn.b) * (2 * x - 4) + Int(turn.d) * (2 * y - 2)
          let column = (across + width - 1) / 2
          let row = (down + height - 1) / 2
          #expect(target[row * width + column] == source[y * 5 + x])
        }
      }
    }
  }
}
