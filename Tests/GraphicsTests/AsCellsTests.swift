import Graphics
import Models
import TestSupport
import Testing

/// Frames as cells show them.
@Suite struct AsCellsTests {
  private func noise(_ width: Int, _ height: Int) -> PixelBuffer {
    var generator = SeededGenerator(seed: 7)
    return PixelBuffer(
      size: PixelSize(width: width, height: height),
      pixels: (0..<(width * height)).map { _ in UInt32(generator.int(0..<0x100_0000)) })
  }

  private func pixels(_ frame: PixelBuffer) -> [UInt32] { frame.withPixels(Array.init) }

  @Test func halfBlocksShowEveryPixel() {
    let frame = noise(7, 9)
    let shown = frame.asCells(.glyphs(.half), cellAspect: 0.5)
    #expect(shown.size == frame.size)
    #expect(pixels(shown) == pixels(frame))
  }

  @Test(arguments: [GlyphSet.ascii, .space])
  func aCellOfOnePixelIsTwiceAsHighAsWide(_ glyphs: GlyphSet) {
    let frame = noise(5, 4)
    let shown = frame.asCells(.glyphs(glyphs), cellAspect: 0.5)
    #expect(shown.size == PixelSize(width: 5, height: 8))
    for y in 0..<8 {
      #expect(
        pixels(shown)[(y * 5)..<(y * 5 + 5)] == pixels(frame)[(y / 2 * 5)..<(y / 2 * 5 + 5)])
    }
  }

  @Test(arguments: [
    (GlyphSet.quadrant, PixelSize(width: 8, height: 16)),
    (.sextant, PixelSize(width: 24, height: 36)),
  ])
  func eachCellHasTwoColours(_ glyphs: GlyphSet, _ size: PixelSize) {
    let raster = glyphs.raster
    let frame = noise(8, 8 / raster.height * raster.height + (raster.height == 3 ? 3 : 0))
    let shown = frame.asCells(.glyphs(glyphs), cellAspect: 0.5)
    #expect(shown.size == size)
    let cell = PixelSize(
      width: size.width / (frame.size.width / raster.width),
      height: size.height / (frame.size.height / raster.height))
    let all = pixels(shown)
    for top in stride(from: 0, to: size.height, by: cell.height) {
      for left in stride(from: 0, to: size.width, by: cell.width) {
        var colors: Set<UInt32> = []
        for y in 0..<cell.height {
          for x in 0..<cell.width { colors.insert(all[(top + y) * size.width + left + x]) }
        }
        #expect(colors.count <= 2)
      }
    }
  }

  /// What a cell can show as it is stays: two colours, whichever parts they fill.
  @Test(arguments: [GlyphSet.quadrant, .sextant], 0..<64)
  func losslessCellsAreUnchanged(_ glyphs: GlyphSet, _ bits: Int) {
    let raster = glyphs.raster
    let count = raster.width * raster.height
    let frame = PixelBuffer(
      size: raster, pixels: (0..<count).map { bits >> $0 & 1 == 1 ? 0x30_E0_10 : 0x80_20_40 })
    let shown = frame.asCells(
      .glyphs(glyphs), cellAspect: Double(raster.width) / Double(raster.height))
    #expect(pixels(shown) == pixels(frame))
  }

  @Test func terminalImagesAreUnchanged() {
    let frame = noise(3, 3)
    let form = FrameForm.pixels(cell: PixelSize(width: 8, height: 16))
    #expect(frame.asCells(form, cellAspect: 0.5) === frame)
    let none = PixelBuffer(size: PixelSize(width: 0, height: 0))
    #expect(none.asCells(.glyphs(.half), cellAspect: 0.5) === none)
    #expect(noise(2, 2).asCells(.glyphs(.half), cellAspect: .nan).size.width == 2)
  }
}
