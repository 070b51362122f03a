import Models

/// How much a small frame tells of its clip: black, white, fades, titles and blurs tell little.
package struct FrameScore: Hashable, Sendable {
  /// The mean of the luma, in levels of 255: low and high in a fade, too.
  package var mean: Double
  /// The standard deviation of the luma, in levels of 255. Noise in the dark has 1 to 3, a night
  /// scene 10.
  package var contrast: Double
  /// The share of the pixels in the most frequent sixteenth of the luma, from 0 to 1: of a title on
  /// black, nearly all.
  package var monotony: Double
  /// The mean difference of the luma to the pixel on the right, in levels.
  package var detail: Double

  package init(_ frame: PixelBuffer) {
    let (width, height) = (frame.size.width, frame.size.height)
    var bins = [Int](repeating: 0, count: 16)
    var (count, sum, squares, steps) = (0, 0, 0, 0)
    frame.withPixels { pixels in
      for row in 0..<max(height, 0) {
        var last: Int?
        for column in 0..<max(width, 0) {
          let pixel = Int(pixels[row * width + column])
          // Approximate luma of ITU-R BT.601.
          let luma =
            ((pixel & 0xFF) * 77 + (pixel >> 8 & 0xFF) * 150 + (pixel >> 16 & 0xFF) * 29) >> 8
          bins[luma >> 4] += 1
          count += 1
          sum += luma
          squares += luma * luma
          if let last { steps += abs(luma - last) }
          last = luma
        }
      }
    }
    let total = Double(max(count, 1))
    mean = Double(sum) / total
    contrast = max(Double(squares) / total - mean * mean, 0).squareRoot()
    monotony = count == 0 ? 1 : Double(bins.max() ?? 0) / total
    detail = Double(steps) / total
  }

  /// Whether it shows nothing: black, white, or a fade.
  package var isBlank: Bool { contrast < 5 }

  /// Whether there is no need to look for a better one.
  package var isGood: Bool {
    contrast >= 18 && monotony < 0.8 && detail >= 1 && mean >= 40 && mean <= 225
  }

  /// The higher, the better it is, for frames that are not good.
  package var score: Double { contrast * (1.05 - monotony) * min(detail, 4) }
}
