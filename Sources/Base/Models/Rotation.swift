/// A rotation by quarter turns, clockwise.
package enum Rotation: Int, Hashable, Sendable {
  case none
  case right
  case upsideDown
  case left

  /// Rotated by another quarter turn to the right.
  package var next: Rotation { Rotation(rawValue: (rawValue + 1) % 4) ?? .none }

  /// The rotation that leads from another one to this one.
  package func after(_ other: Rotation) -> Rotation {
    Rotation(rawValue: (rawValue + 4 - other.rawValue) % 4) ?? .none
  }

  /// Whether width and height are exchanged.
  package var isSideways: Bool { self == .right || self == .left }
}

extension PixelSize {
  /// The size of a frame of this size that is rotated.
  package func rotated(_ rotation: Rotation) -> PixelSize {
    rotation.isSideways ? PixelSize(width: height, height: width) : self
  }
}

extension FrameRegion {
  /// The same part of a rotated frame.
  package func rotated(_ rotation: Rotation) -> FrameRegion {
    switch rotation {
    case .none: self
    case .right: FrameRegion(x: 1 - y - height, y: x, width: height, height: width)
    case .upsideDown: FrameRegion(x: 1 - x - width, y: 1 - y - height, width: width, height: height)
    case .left: FrameRegion(x: y, y: 1 - x - width, width: height, height: width)
    }
  }
}

extension PixelBuffer {
  /// A rotated copy; for `.none` the buffer itself.
  package func rotated(_ rotation: Rotation) -> PixelBuffer {
    guard rotation != .none else { return self }
    let from = size
    let target = PixelBuffer(size: size.rotated(rotation))
    withPixels { source in
      target.withMutablePixels { pixels in
        for index in pixels.indices {
          let (x, y) = (index % target.size.width, index / target.size.width)
          let (column, row) =
            switch rotation {
            case .none: (x, y)
            case .right: (y, from.height - 1 - x)
            case .upsideDown: (from.width - 1 - x, from.height - 1 - y)
            case .left: (from.width - 1 - y, x)
            }
          pixels[index] = source[row * from.width + column]
        }
      }
    }
    return target
  }
}
