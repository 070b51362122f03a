import Models
import TestSupport
import Testing

@Suite struct FrameAreaTests {
  @Test(arguments: [
    (160, 96, 1.0, 1920.0, 1080.0, 160, 90),
    (160, 96, 1.0, 1080.0, 1920.0, 54, 96),
    (160, 96, 1.0, 160.0, 96.0, 160, 96),
    (160, 96, 2.0, 1920.0, 1080.0, 85, 96),
    (160, 96, 0.5, 1920.0, 1080.0, 160, 45),
    (1, 1, 1.0, 1e6, 1.0, 1, 1),
    (80, 48, 1.0, 1e9, 1.0, 80, 1),
    (80, 48, 1.0, 1.0, 1e9, 1, 48),
  ])
  func framesAreFitted(
    _ width: Int, _ height: Int, _ aspect: Double, _ frameWidth: Double, _ frameHeight: Double,
    _ fittingWidth: Int, _ fittingHeight: Int
  ) {
    let area = FrameArea(size: PixelSize(width: width, height: height), pixelAspect: aspect)
    #expect(
      area.fitting(width: frameWidth, height: frameHeight)
        == PixelSize(width: fittingWidth, height: fittingHeight))
  }

  @Test(arguments: [
    // Whole cells of half blocks, of sextants, and of quadrants that would not fit.
    (160, 96, 1, 2, 1920.0, 817.0, 160, 68), (160, 96, 1, 2, 1920.0, 811.0, 160, 68),
    (160, 96, 2, 3, 1080.0, 1920.0, 54, 96), (161, 96, 2, 3, 1.0, 96.0, 2, 96),
    (5, 4, 2, 2, 4.9, 4.0, 5, 4), (80, 48, 1, 2, 1e9, 1.0, 80, 2),
  ])
  func framesAreWholeCells(
    _ width: Int, _ height: Int, _ unitWidth: Int, _ unitHeight: Int, _ frameWidth: Double,
    _ frameHeight: Double, _ fittingWidth: Int, _ fittingHeight: Int
  ) {
    let area = FrameArea(
      size: PixelSize(width: width, height: height),
      unit: PixelSize(width: unitWidth, height: unitHeight))
    #expect(
      area.fitting(width: frameWidth, height: frameHeight)
        == PixelSize(width: fittingWidth, height: fittingHeight))
  }

  @Test(arguments: [
    (0.0, 1.0), (1.0, 0.0), (-1.0, 1.0), (.nan, 1.0), (1.0, .infinity), (.infinity, .infinity),
  ])
  func invalidShapeFillsTheArea(_ width: Double, _ height: Double) {
    let size = PixelSize(width: 160, height: 96)
    #expect(FrameArea(size: size).fitting(width: width, height: height) == size)
  }

  @Test(arguments: [PixelSize(width: 0, height: 0), PixelSize(width: -5, height: 3)])
  func emptyAreaHoldsOnePixel(_ size: PixelSize) {
    let fitting = FrameArea(size: size).fitting(width: 16, height: 9)
    #expect(fitting.width == 1)
    #expect(fitting.height >= 1)
  }

  @Test func fittedFramesStayInsideTouchTwoSidesAndKeepTheirShape() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20_000 {
      let area = FrameArea(
        size: PixelSize(
          width: Int.random(in: 1...800, using: &generator),
          height: Int.random(in: 1...400, using: &generator)),
        pixelAspect: Double.random(in: 0.3...3, using: &generator))
      let width = Double(Int.random(in: 1...8_000, using: &generator))
      let height = Double(Int.random(in: 1...8_000, using: &generator))
      let fit = area.fitting(width: width, height: height)
      let context: Comment = "seed \(seed): \(area), \(width) x \(height): \(fit)"
      #expect(fit.width >= 1 && fit.height >= 1, context)
      #expect(fit.width <= area.size.width && fit.height <= area.size.height, context)
      #expect(fit.width == area.size.width || fit.height == area.size.height, context)
      // The aspect ratio is exact to half a pixel in the side that does not fill the area.
      let shape = width / height / area.pixelAspect
      let isWidthRight = abs(Double(fit.height) * shape - Double(fit.width)) <= 0.5 + 1e-6
      let isHeightRight = abs(Double(fit.width) / shape - Double(fit.height)) <= 0.5 + 1e-6
      let isAtLimit =
        fit.width == 1 || fit.height == 1
        || fit.width == area.size.width
          && fit.height == area.size.height
      #expect(isWidthRight || isHeightRight || isAtLimit, context)
    }
  }
}
