import CVTerm
import Glibc
import Models

extension TerminalModel {
  /// The value for text or the terminal's own colour in place of a pixel.
  package static let noPixel = UInt32.max

  /// Reads a frame of half blocks from the screen, much faster than cell by cell.
  ///
  /// - Parameters:
  ///   - left: The column of its first pixel.
  ///   - top: The half row of its first pixel, counted from the top of the screen.
  ///   - size: Its size: one pixel per column, two per row.
  /// - Returns: Pixels like those of a `PixelBuffer`, or `noPixel`.
  package func frame(left: Int, top: Int, size: PixelSize) -> [UInt32] {
    var pixels = [UInt32](repeating: Self.noPixel, count: size.width * size.height)
    for row in (top / 2)...max((top + size.height - 1) / 2, top / 2) {
      for column in 0..<size.width {
        let halves = halfBlock(column: left + column, row: row)
        let y = row * 2 - top
        if y >= 0, y < size.height { pixels[y * size.width + column] = halves.top }
        if y + 1 >= 0, y + 1 < size.height {
          pixels[(y + 1) * size.width + column] = halves.bottom
        }
      }
    }
    return pixels
  }

  private func halfBlock(column: Int, row: Int) -> (top: UInt32, bottom: UInt32) {
    var cell = VTermScreenCell()
    vterm_screen_get_cell(screen, VTermPos(row: Int32(row), col: Int32(column)), &cell)
    let isReverse = cell.attrs.reverse != 0
    let front = Self.pixel(isReverse ? cell.bg : cell.fg)
    let back = Self.pixel(isReverse ? cell.fg : cell.bg)
    switch cell.chars.0 {
    case 0, 0x20, 0xA0: return (back, back)
    case 0x2588: return (front, front)
    case 0x2580: return (front, back)
    case 0x2584: return (back, front)
    default: return (Self.noPixel, Self.noPixel)
    }
  }

  private static func pixel(_ color: VTermColor) -> UInt32 {
    let type = UInt32(color.type)
    let isStandard =
      type & (VTERM_COLOR_DEFAULT_FG.rawValue | VTERM_COLOR_DEFAULT_BG.rawValue) != 0
    if isStandard { return noPixel }
    if type & VTERM_COLOR_TYPE_MASK.rawValue == VTERM_COLOR_INDEXED.rawValue {
      guard let rgb = Color.palette(color.indexed.idx).rgb else { return noPixel }
      return rgb >> 16 & 0xFF | rgb & 0xFF00 | (rgb & 0xFF) << 16
    }
    return UInt32(color.rgb.red) | UInt32(color.rgb.green) << 8 | UInt32(color.rgb.blue) << 16
  }
}

/// The error of frames compared with their references.
package struct FrameError: Sendable {
  /// The sum of the squared errors of all channels.
  private var sum = 0
  private var count = 0

  /// Creates the error of no frames.
  package init() {}

  /// Creates the error of one frame.
  ///
  /// - Parameters:
  ///   - shown: Its pixels; `TerminalModel.noPixel` counts as entirely wrong.
  ///   - reference: The expected frame.
  package init(of shown: [UInt32], from reference: PixelBuffer) {
    reference.withPixels { wanted in
      guard wanted.count == shown.count else {
        (sum, count) = (3 * 255 * 255 * shown.count, 3 * shown.count)
        return
      }
      count = 3 * shown.count
      for (left, right) in zip(shown, wanted) {
        guard left != TerminalModel.noPixel else {
          sum += 3 * 255 * 255
          continue
        }
        for shift in [0, 8, 16] as [UInt32] {
          let difference = Int(left >> shift & 0xFF) - Int(right >> shift & 0xFF)
          sum += difference * difference
        }
      }
    }
  }

  /// Peak signal-to-noise ratio over all frames together, in decibels; infinity without errors.
  package var decibels: Double {
    sum == 0 ? .infinity : 10 * log10(255 * 255 * Double(count) / Double(sum))
  }

  /// Decibels for reports: 99 stands for an exact frame.
  package var cappedDecibels: Double { min(decibels, Self.maxDecibels) }
  /// More than any frame with an error has.
  package static let maxDecibels = 99.0

  package static func += (left: inout Self, right: Self) {
    left.sum += right.sum
    left.count += right.count
  }
}
