import Graphics
import Models
import TestSupport
import Testing

@Suite struct ScalingTests {
  private func pixels(_ buffer: PixelBuffer) -> [UInt32] { buffer.withPixels { Array($0) } }

  @Test func downscalingTakesMeans() {
    let frame = PixelBuffer(
      size: PixelSize(width: 4, height: 2),
      pixels: [0x00_0000, 0xFF_FFFF, 0x10_2030, 0x10_2030, 0xFF_FFFF, 0, 0x10_2030, 0x10_2030])
    #expect(
      pixels(frame.scaled(to: PixelSize(width: 2, height: 1))) == [0x80_8080, 0x10_2030])
    #expect(pixels(frame.scaled(to: frame.size)) == pixels(frame))
  }

  @Test func upscalingKeepsPixels() {
    let frame = PixelBuffer(size: PixelSize(width: 2, height: 1), pixels: [1, 2])
    #expect(
      pixels(frame.scaled(to: PixelSize(width: 4, height: 2))) == [1, 1, 2, 2, 1, 1, 2, 2])
  }

  @Test func aRegionCanBeShown() {
    let frame = PixelBuffer(size: PixelSize(width: 4, height: 1), pixels: [1, 2, 3, 4])
    let middle = FrameRegion(x: 0.25, y: 0, width: 0.5, height: 1)
    #expect(pixels(frame.scaled(to: PixelSize(width: 2, height: 1), showing: middle)) == [2, 3])
  }

  @Test func transparencyShowsTheBackground() {
    let frame = PixelBuffer(size: PixelSize(width: 1, height: 1), pixels: [0xFF_FFFF])
    let size = PixelSize(width: 1, height: 1)
    #expect(pixels(frame.scaled(to: size, over: 0, by: 0.5)) == [0x7F_7F7F])
    #expect(pixels(frame.scaled(to: size, over: 0xFF_FFFF, by: 0.5)) == [0xFE_FEFE])
    #expect(pixels(frame.scaled(to: size, over: 0xFF_FFFF, by: 1)) == [0xFF_FFFF])
  }

  @Test("A scaled frame is as bright as its pixels")
  func bounds() {
    var generator = SeededGenerator(seed: Fuzz.seed)
    for _ in 0..<200 {
      let size = PixelSize(width: generator.int(1..<70), height: generator.int(1..<70))
      let values = (0..<(size.width * size.height)).map { _ in UInt32(generator.int(40..<90)) }
      let frame = PixelBuffer(size: size, pixels: values.map { $0 * 0x01_0101 })
      let target = PixelSize(width: generator.int(1..<90), height: generator.int(1..<90))
      let scaled = frame.scaled(to: target)
      #expect(scaled.size == target)
      let reds = pixels(scaled).map { $0 & 0xFF }
      #expect((reds.min() ?? 0) >= (values.min() ?? 0) && (reds.max() ?? 0) <= (values.max() ?? 0))
    }
    #expect(
      PixelBuffer(size: PixelSize(width: 0, height: 0)).scaled(to: PixelSize(width: 0, height: 3))
        .size == PixelSize(width: 1, height: 3))
  }

  @Test func contrastMatchesWCAG() {
    #expect(Color.white.contrast(with: .black) == 21)
    #expect(Color.white.contrast(with: .white) == 1)
    let grey = Color(red: 118, green: 118, blue: 118)
    #expect(abs(grey.contrast(with: .white) - 4.54) < 0.01)
    #expect(Color.black.mixed(with: .white, by: 0.5) == Color(red: 128, green: 128, blue: 128))
  }

  @Test func cellsAreCopiedAtEqualSize() {
    var source = Surface(size: CellSize(columns: 3, rows: 2))
    let mark = Cell(glyph: Glyph("x"), foreground: .white, background: .black)
    source.fill(source.bounds, with: mark)
    var surface = Surface(size: CellSize(columns: 4, rows: 4))
    surface.copy(source, column: -1, row: 3)
    surface.copy(source, column: 3, row: -1)
    let marked = (0..<4).flatMap { row in (0..<4).map { surface[$0, row] == mark } }
    #expect(
      marked == [false, false, false, true] + Array(repeating: false, count: 8)
        + [true, true, false, false])
  }
}
