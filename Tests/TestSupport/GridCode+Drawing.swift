import Models

extension GridCode {
  /// Draws a grid.
  ///
  /// - Parameters:
  ///   - number: The frame's number.
  ///   - shape: The grid's shape.
  ///   - size: The frame's size.
  package static func frame(_ number: Int, shape: Shape, size: PixelSize) -> PixelBuffer {
    let gray = number ^ number >> 1
    var squares: [Place: UInt32] = [parity: number & 1 == 1 ? 0xFF_FFFF : 0]
    for (index, place) in bits.enumerated() {
      squares[place] = gray >> (15 - index) & 1 == 1 ? 0xFF_FFFF : 0
    }
    for (place, color) in colors {
      squares[place] =
        UInt32(color.red) | UInt32(color.green) << 8 | UInt32(color.blue) << 16
    }
    let pixels = (0..<size.width * size.height).map { index -> UInt32 in
      let across = Double(index % size.width) / Double(size.width)
      let down = Double(index / size.width) / Double(size.height)
      let (minor, major) = shape == .portrait ? (across, down) : (down, across)
      return squares[Place(Int(major * 7), Int(minor * 4))] ?? 0
    }
    return PixelBuffer(size: size, pixels: pixels)
  }
}
