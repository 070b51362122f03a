import Glibc
import Models

/// How different two frames look from afar: CIEDE2000 (CIE 142-2001; G. Sharma and others, "The
/// CIEDE2000 color-difference formula", 2005) of their light, blurred.
enum ColorDifference {
  /// Planes of red, green and blue light, 0 to 1.
  private typealias Light = [[Double]]
  /// L*, a* and b* (CIE 15, D65).
  private typealias Lab = (l: Double, a: Double, b: Double)

  /// The mean difference.
  ///
  /// - Parameters:
  ///   - shown: The frame on screen.
  ///   - wanted: The original, of the same size.
  ///   - blur: The standard deviation of the blur, in pixels.
  static func mean(_ shown: PixelBuffer, _ wanted: PixelBuffer, blur: Double) -> Double {
    let (first, second) = (light(shown, blur), light(wanted, blur))
    let count = shown.size.width * shown.size.height
    let sum = (0..<count).reduce(0.0) { sum, index in
      sum + difference(lab(first, index), lab(second, index))
    }
    return sum / Double(max(count, 1))
  }

  private static func light(_ frame: PixelBuffer, _ blur: Double) -> Light {
    frame.withPixels { pixels in
      (0..<3).map { channel in
        let plane = pixels.map { pixel in
          let level = Double(pixel >> UInt32(8 * channel) & 0xFF) / 255
          return level <= 0.04045 ? level / 12.92 : pow((level + 0.055) / 1.055, 2.4)
        }
        let (width, height) = (frame.size.width, frame.size.height)
        let across = blurred(plane, blur, lines: height, start: width, length: width, step: 1)
        return blurred(across, blur, lines: width, start: 1, length: height, step: width)
      }
    }
  }

  private static func blurred(
    _ plane: [Double], _ deviation: Double, lines: Int, start: Int, length: Int, step: Int
  ) -> [Double] {
    let reach = Int((3 * deviation).rounded(.up))
    let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
    let total = weights.reduce(0, +)
    var result = plane
    for line in 0..<lines {
      for place in 0..<length {
        var sum = 0.0
        for offset in -reach...reach {
          let near = min(max(place + offset, 0), length - 1)
          sum += weights[offset + reach] * plane[line * start + near * step]
        }
        result[line * start + place * step] = sum / total
      }
    }
    return result
  }

  private static func lab(_ light: Light, _ index: Int) -> Lab {
    let (red, green, blue) = (light[0][index], light[1][index], light[2][index])
    func curve(_ value: Double) -> Double {
      value > 216.0 / 24_389 ? cbrt(value) : (24_389.0 / 27 * value + 16) / 116
    }
    let x = curve((0.412_456_4 * red + 0.357_576_1 * green + 0.180_437_5 * blue) / 0.950_47)
    let y = curve(0.212_672_9 * red + 0.715_152_2 * green + 0.072_175 * blue)
    let z = curve((0.019_333_9 * red + 0.119_192 * green + 0.950_304_1 * blue) / 1.088_83)
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))
  }

  private static func difference(_ first: Lab, _ second: Lab) -> Double {
    func seventh(_ value: Double) -> Double {
      let power = pow(value, 7)
      return (power / (power + 6_103_515_625)).squareRoot()
    }
    func degrees(_ a: Double, _ b: Double) -> Double {
      let angle = atan2(b, a) * 180 / .pi
      return angle < 0 ? angle + 360 : angle
    }
    func cosine(_ angle: Double) -> Double { cos(angle * .pi / 180) }
    let growth = 1.5 - seventh((hypot(first.a, first.b) + hypot(second.a, second.b)) / 2) / 2
    let (a1, a2) = (first.a * growth, second.a * growth)
    let (c1, c2) = (hypot(a1, first.b), hypot(a2, second.b))
    let (h1, h2) = (degrees(a1, first.b), degrees(a2, second.b))
    let isGrey = c1 * c2 == 0
    var turn = h2 - h1
    if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
    let hue = isGrey ? 0 : 2 * (c1 * c2).squareRoot() * sin(turn * .pi / 360)
    var meanHue = h1 + h2
    if !isGrey {
      if abs(h1 - h2) > 180 { meanHue += meanHue < 360 ? 360 : -360 }
      meanHue /= 2
    }
    let (meanL, meanC) = ((first.l + second.l) / 2, (c1 + c2) / 2)
    let t =
      1 - 0.17 * cosine(meanHue - 30) + 0.24 * cosine(2 * meanHue)
      + 0.32 * cosine(3 * meanHue + 6) - 0.2 * cosine(4 * meanHue - 63)
    let square = (meanL - 50) * (meanL - 50)
    let l = (second.l - first.l) / (1 + 0.015 * square / (20 + square).squareRoot())
    let c = (c2 - c1) / (1 + 0.045 * meanC)
    let h = hue / (1 + 0.015 * meanC * t)
    let bend = 30 * exp(-pow((meanHue - 275) / 25, 2))
    let rotation = -2 * seventh(meanC) * sin(2 * bend * .pi / 180)
    return max(l * l + c * c + h * h + rotation * c * h, 0).squareRoot()
  }
}
