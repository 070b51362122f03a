import Models
import TestSupport
import Testing

@testable import Graphics

@Suite struct SixelEncoderTests {
  @Test func tinyImageIsExact() throws {
    // Two cells of 2 x 3 pixels; black and white are the first and the last register.
    let white: UInt32 = 0xFF_FFFF
    let frame = PixelBuffer(
      size: PixelSize(width: 4, height: 3),
      pixels: [white, 0, 0, 0, white, 0, 0, 0, white, 0, 0, 0])
    let image = try image(frame, cell: PixelSize(width: 2, height: 3), columns: 2, rows: 1)
    #expect(
      encoded(ImageReader(image), cells: image.visible)
        == "\u{1B}P0;1;0q\"1;1;4;3#0;2;0;0;0#0?FFF$#251;2;100;100;100#251F\u{1B}\\")
  }

  @Test func outputIsTheDitheredFrame() throws {
    var generator = SeededGenerator(seed: 42)
    for _ in 0..<60 {
      let cell = PixelSize(
        width: .random(in: 2...9, using: &generator), height: .random(in: 4...19, using: &generator)
      )
      let (columns, rows) = (
        Int.random(in: 1...9, using: &generator), Int.random(in: 1...5, using: &generator)
      )
      let frame = randomFrame(
        PixelSize(
          width: .random(in: 1...(columns * cell.width + 3), using: &generator),
          height: .random(in: 1...(rows * cell.height + 3), using: &generator)), &generator)
      let image = try image(frame, cell: cell, columns: columns, rows: rows)
      let part = CellRect(
        column: image.visible.column + .random(in: 0..<image.visible.columns, using: &generator),
        row: image.visible.row + .random(in: 0..<image.visible.rows, using: &generator),
        columns: columns, rows: rows
      ).intersection(image.visible)
      let reduction = [1, 1, 2, 4].randomElement(using: &generator) ?? 1
      let reader = ImageReader(image, reduction: reduction)
      var encoder = SixelEncoder(registers: 256)
      var output: [UInt8] = []
      encoder.encode(reader, cells: part, into: &output)
      let decoder = try #require(SixelDecoder(output))
      let rect = PixelRect(part, of: image.canvas, cell: cell)
      #expect(decoder.isValid)
      #expect(decoder.definitionCount == decoder.colors.count, "each register is defined once")
      try #require(decoder.size == PixelSize(width: rect.width, height: rect.height))
      // A register's colour is at most one level away from the pixel it stands for.
      let wanted = pixels(of: reader)
      for y in 0..<rect.height {
        for x in 0..<rect.width {
          let register = try #require(decoder.pixels[y * rect.width + x])
          let color = try #require(decoder.colors[register])
          let (column, row) = (
            (rect.x + x) * reader.size.width / image.size.width,
            (rect.y + y) * reader.size.height / image.size.height
          )
          let pixel = wanted[row * reader.size.width + column]
          for (channel, levels) in [6, 7, 6].enumerated() {
            let value = Int(pixel >> (channel * 8) & 0xFF) * 100 / 255
            #expect(abs(color[channel] - value) <= 100 / (levels - 1) + 1)
          }
        }
      }
    }
  }

  @Test func ditheringKeepsTheMean() throws {
    for value in stride(from: UInt32(0), through: 255, by: 15) {
      let frame = PixelBuffer(
        size: PixelSize(width: 64, height: 64),
        pixels: Array(repeating: value * 0x1_0101, count: 4096))
      let image = try image(frame, cell: PixelSize(width: 8, height: 16), columns: 8, rows: 4)
      var encoder = SixelEncoder(registers: 256)
      var output: [UInt8] = []
      encoder.encode(ImageReader(image), cells: image.visible, into: &output)
      let decoder = try #require(SixelDecoder(output))
      for channel in 0..<3 {
        let sum = decoder.pixels.reduce(0) { sum, register in
          sum + (register.flatMap { decoder.colors[$0]?[channel] } ?? 0)
        }
        #expect(abs(Double(sum) / 4096 - Double(value) / 2.55) < 1)
      }
    }
  }

  @Test(arguments: [(0, 16), (16, 16), (64, 60), (128, 125), (256, 252), (65536, 252)])
  func paletteFitsTheColorRegisters(registers: Int, count: Int) {
    let palette = SixelPalette(registers: registers)
    #expect(palette.count == count)
    #expect(palette.percentages(0) == (0, 0, 0))
    #expect(palette.percentages(count - 1) == (100, 100, 100))
  }

  @Test func onlyChangedPixelsAreDrawn() throws {
    var generator = SeededGenerator(seed: 8)
    let cell = PixelSize(width: 9, height: 20)
    let cells = CellRect(column: 0, row: 0, columns: 10, rows: 3)
    var encoder = SixelEncoder(registers: 256)
    var pixels = (0..<5400).map { _ in UInt32.random(in: 0..<0x100_0000, using: &generator) }
    var shown: [Int?] = []
    for step in 0..<6 {
      // Part of the frame changes, and once all of it is drawn anew.
      for index in pixels.indices.filter({ $0 % 7 < step }) {
        pixels[index] = UInt32.random(in: 0..<0x100_0000, using: &generator)
      }
      let frame = PixelBuffer(size: PixelSize(width: 90, height: 60), pixels: pixels)
      let reader = ImageReader(try image(frame, cell: cell, columns: 10, rows: 3))
      var (output, whole): ([UInt8], [UInt8]) = ([], [])
      encoder.encode(reader, cells: cells, over: step > 0 && step != 4, into: &output)
      var other = SixelEncoder(registers: 256)
      other.encode(reader, cells: cells, into: &whole)
      let (changes, wanted) = (
        try #require(SixelDecoder(output)), try #require(SixelDecoder(whole))
      )
      #expect(changes.isValid)
      let drawn = changes.pixels
      shown = step == 0 || step == 4 ? drawn : zip(drawn, shown).map { $0 ?? $1 }
      #expect(shown == wanted.pixels)
      #expect(drawn.count { $0 != nil } <= (step == 0 || step == 4 ? 5400 : 5400 * step / 7 + 9))
    }
    // A larger screen is not known.
    let frame = PixelBuffer(size: PixelSize(width: 180, height: 60))
    let reader = ImageReader(try image(frame, cell: cell, columns: 20, rows: 3))
    var output: [UInt8] = []
    let all = CellRect(column: 0, row: 0, columns: 20, rows: 3)
    encoder.encode(reader, cells: all, over: true, into: &output)
    #expect(try #require(SixelDecoder(output)).pixels.allSatisfy { $0 != nil })
  }

  @Test func equalFramesGiveEqualBytes() throws {
    var generator = SeededGenerator(seed: 7)
    let frame = randomFrame(PixelSize(width: 90, height: 60), &generator)
    let image = try image(frame, cell: PixelSize(width: 9, height: 20), columns: 10, rows: 3)
    let first = encoded(ImageReader(image), cells: image.visible)
    #expect(encoded(ImageReader(image), cells: image.visible) == first)
  }

  private func encoded(_ reader: ImageReader, cells: CellRect) -> String {
    var encoder = SixelEncoder(registers: 256)
    var output: [UInt8] = []
    encoder.encode(reader, cells: cells, into: &output)
    return String(decoding: output, as: UTF8.self)
  }
}
