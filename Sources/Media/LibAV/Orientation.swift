import CLibAV
import Models

/// How to turn a coded frame upright: one of the eight symmetries of a rectangle, as a
/// transposition followed by flips.
struct Orientation: Hashable, Sendable {
  /// Rows become columns, before any flip.
  var isTransposed = false
  /// Then flipped horizontally.
  var isReversedAcross = false
  /// Then flipped vertically.
  var isReversedDown = false

  /// As coded.
  static let upright = Orientation()

  /// Rotated after it was turned upright.
  func rotated(_ rotation: Rotation) -> Orientation {
    (0..<rotation.rawValue).reduce(self) { orientation, _ in
      // A quarter turn is a transposition, which exchanges the flips, followed by a flip across.
      Orientation(
        isTransposed: !orientation.isTransposed, isReversedAcross: !orientation.isReversedDown,
        isReversedDown: orientation.isReversedAcross)
    }
  }

  /// Copies a frame, turning it upright.
  ///
  /// - Parameters:
  ///   - source: Rows from the top.
  ///   - stride: The stride of `source` in pixels.
  ///   - width: Width of the result.
  ///   - height: Height of the result.
  ///   - target: Receives the result.
  ///   - targetStride: The stride of `target` in pixels.
  func copy(
    _ source: UnsafePointer<UInt32>, stride: Int, width: Int, height: Int,
    to target: UnsafeMutablePointer<UInt32>, targetStride: Int
  ) {
    let across = isTransposed ? stride : 1
    let down = isTransposed ? 1 : stride
    let stepAcross = isReversedAcross ? -across : across
    let stepDown = isReversedDown ? -down : down
    let origin =
      (isReversedAcross ? (width - 1) * across : 0) + (isReversedDown ? (height - 1) * down : 0)
    for y in 0..<height {
      var from = source + origin + y * stepDown
      let row = target + y * targetStride
      for x in 0..<width {
        row[x] = from.pointee
        from += stepAcross
      }
    }
  }
}

extension Orientation {
  /// Takes the orientation nearest to a display matrix.
  ///
  /// A point (x, y) of the coded frame is shown at (a x + c y, b x + d y), where the matrix is (a,
  /// b, u, c, d, v, x, y, w): ISO/IEC 14496-12, track header box. A mere angle would miss
  /// mirroring; a matrix of zeros, as some writers leave, means upright.
  ///
  /// - Parameter matrix: Nine integers, 16.16 fixed point except for every third.
  init(displayMatrix matrix: some Collection<Int32>) {
    let matrix = matrix.map(Int64.init)
    guard matrix.count >= 9 else {
      self.init()
      return
    }
    let (a, b, c, d) = (matrix[0], matrix[1], matrix[3], matrix[4])
    if abs(a) + abs(d) >= abs(b) + abs(c) {
      self.init(isReversedAcross: a < 0, isReversedDown: d < 0)
    } else {
      self.init(isTransposed: true, isReversedAcross: c < 0, isReversedDown: b < 0)
    }
  }

  /// The region of the coded frame for a region of the upright one.
  func coded(_ region: FrameRegion) -> FrameRegion {
    var region = region
    if isReversedAcross { region.x = 1 - region.x - region.width }
    if isReversedDown { region.y = 1 - region.y - region.height }
    guard isTransposed else { return region }
    return FrameRegion(x: region.y, y: region.x, width: region.height, height: region.width)
  }

  /// The orientation in a stream's header; `nil` if it has none.
  init?(of stream: MediaStream) {
    var size = 0
    guard
      let data = flick_stream_side_data(stream.pointer, AV_PKT_DATA_DISPLAYMATRIX, &size)
    else { return nil }
    self.init(bytes: UnsafeRawBufferPointer(start: data, count: size))
  }

  /// The orientation in a frame itself, as in photographs; `nil` if it has none.
  init?(of frame: UnsafeMutablePointer<AVFrame>) {
    guard let data = av_frame_get_side_data(frame, AV_FRAME_DATA_DISPLAYMATRIX) else { return nil }
    self.init(bytes: UnsafeRawBufferPointer(start: data.pointee.data, count: data.pointee.size))
  }

  private init?(bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 36 else { return nil }
    self.init(
      displayMatrix: (0..<9).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self) })
  }
}
