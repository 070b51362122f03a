/// A fixed palette: some levels of red, green and blue, in all combinations.
///
/// It is the same for every frame, so a static colour keeps its register, and ordered dithering
/// gives a static area the same pixels.
package struct SixelPalette: Hashable, Sendable {
  package let red: Int
  package let green: Int
  package let blue: Int

  package var count: Int { red * green * blue }

  /// Takes the number of colour registers; most levels go to green, to which the eye is most
  /// sensitive.
  package init(registers: Int) {
    (red, green, blue) =
      switch registers {
      case 252...: (6, 7, 6)
      case 125...: (5, 5, 5)
      case 60...: (4, 5, 3)
      default: (2, 4, 2)
      }
  }

  /// A colour's channels in per cent, as sixel definitions use them.
  package func percentages(_ index: Int) -> (red: Int, green: Int, blue: Int) {
    func percent(_ level: Int, of levels: Int) -> Int {
      (level * 200 / (levels - 1) + 1) / 2
    }
    return (
      percent(index / (green * blue), of: red), percent(index / blue % green, of: green),
      percent(index % blue, of: blue)
    )
  }
}

/// The registers of a palette for the pixels of a row, by ordered dithering.
struct SixelDither {
  // For each channel, each of the 64 thresholds and each value of the channel, what its level adds
  // to the register.
  private let levels: [UInt8]

  init(_ palette: SixelPalette) {
    func table(levels: Int, factor: Int) -> [UInt8] {
      (0..<64).flatMap { threshold in
        (0..<256).map { value in
          // Levels are evenly spaced; a value between two becomes the upper one at a share of
          // thresholds proportional to its distance from the lower one.
          let scaled = value * (levels - 1) * 128 + (threshold * 2 + 1) * 255
          return UInt8(min(scaled / (255 * 128), levels - 1) * factor)
        }
      }
    }
    levels =
      table(levels: palette.red, factor: palette.green * palette.blue)
      + table(levels: palette.green, factor: palette.blue) + table(levels: palette.blue, factor: 1)
  }

  /// Maps pixels to registers.
  ///
  /// - Parameters:
  ///   - pixels: 0x00BBGGRR.
  ///   - x: The start of the row, in screen pixels; dithering is tied to screen positions.
  ///   - y: The row, likewise.
  ///   - count: How many pixels.
  ///   - registers: Where they go.
  func map(
    _ pixels: UnsafeBufferPointer<UInt32>, x: Int, y: Int, count: Int,
    into registers: inout [UInt8]
  ) {
    levels.withUnsafeBufferPointer { levels in
      withUnsafeTemporaryAllocation(of: Int.self, capacity: 8) { thresholds in
        for column in 0..<8 { thresholds[column] = Self.threshold(x: x + column, y: y) << 8 }
        for index in 0..<count {
          let threshold = thresholds[index & 7]
          let pixel = pixels[index]
          registers[index] =
            levels[threshold | Int(pixel & 0xFF)]
            &+ levels[0x4000 | threshold | Int(pixel >> 8 & 0xFF)]
            &+ levels[0x8000 | threshold | Int(pixel >> 16 & 0xFF)]
        }
      }
    }
  }

  /// The threshold of a position, 0 to 63: Bayer's 8 x 8 matrix (An optimum method for two-level
  /// rendition of continuous-tone frames, 1973).
  static func threshold(x: Int, y: Int) -> Int {
    var value = 0
    for bit in 0..<3 {
      let (column, row) = (x >> bit & 1, y >> bit & 1)
      value = value << 2 | (column ^ row) << 1 | row
    }
    return value
  }
}
