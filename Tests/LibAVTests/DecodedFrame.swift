import Foundation
import LibAV
import MediaCore
import Models
import Testing

/// A drawn frame, for looking at single places of it.
struct DecodedFrame {
  let size: PixelSize
  let pixels: [UInt32]

  /// Draws a source's current frame.
  init(_ source: any MediaSource, _ size: PixelSize) {
    // A colour no test looks for shows where nothing was drawn.
    let buffer = PixelBuffer(
      size: size, pixels: repeatElement(0xFF_55AA, count: size.width * size.height))
    source.render(into: buffer, showing: .whole)
    self.init(size: size, pixels: buffer.withPixels(Array.init))
  }

  init(size: PixelSize, pixels: [UInt32]) {
    self.size = size
    self.pixels = pixels
  }

  /// The pixel at a place given in parts of width and height.
  func color(across: Double, down: Double) -> Color {
    let x = min(Int(across * Double(size.width)), size.width - 1)
    let y = min(Int(down * Double(size.height)), size.height - 1)
    return Color(pixels[y * size.width + x])
  }

  /// The colours in the middles of the four corner fields of `TestClips.pattern`.
  var corners: Corners {
    Corners(
      topLeft: color(across: 0.125, down: 0.125), topRight: color(across: 0.875, down: 0.125),
      bottomLeft: color(across: 0.125, down: 0.875),
      bottomRight: color(across: 0.875, down: 0.875))
  }

  /// The number, modulo 25, of the frame of `TestClips.pattern` this shows.
  var patternNumber: Int { (color(across: 0.5, down: 0.5).green - 24 + 4) / 8 }

  /// Peak signal-to-noise ratio to another frame of this size, in decibels.
  func quality(against other: DecodedFrame) -> Double {
    var sum = 0.0
    for (left, right) in zip(pixels, other.pixels) {
      let (left, right) = (Color(left), Color(right))
      for difference in [
        left.red - right.red, left.green - right.green, left.blue - right.blue,
      ] {
        sum += Double(difference * difference)
      }
    }
    let mean = sum / Double(3 * max(pixels.count, 1))
    return mean == 0 ? .infinity : 10 * log(255 * 255 / mean) / log(10)
  }
}

/// The colours in a frame's corners.
struct Corners: Equatable {
  var topLeft: Color
  var topRight: Color
  var bottomLeft: Color
  var bottomRight: Color

  /// As `TestClips.pattern` has them.
  static let upright = Corners(
    topLeft: .red, topRight: .green, bottomLeft: .blue, bottomRight: .white)
}

/// A colour; equal to those that a codec may make of it.
struct Color: Equatable, CustomStringConvertible {
  var red: Int
  var green: Int
  var blue: Int

  init(_ pixel: UInt32) {
    self.init(Int(pixel & 0xFF), Int(pixel >> 8 & 0xFF), Int(pixel >> 16 & 0xFF))
  }

  init(_ red: Int, _ green: Int, _ blue: Int) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  static let red = Color(255, 0, 0)
  static let green = Color(0, 255, 0)
  static let blue = Color(0, 0, 255)
  static let white = Color(255, 255, 255)
  static let black = Color(0, 0, 0)

  static func == (left: Color, right: Color) -> Bool {
    left.isNear(right, within: 6)
  }

  func isNear(_ other: Color, within tolerance: Int) -> Bool {
    abs(red - other.red) <= tolerance && abs(green - other.green) <= tolerance
      && abs(blue - other.blue) <= tolerance
  }

  var description: String { "(\(red), \(green), \(blue))" }
}
