import Models

/// Encodes parts of images as sixels (DEC, "VT330/VT340 Programmer Reference Manual", chapter 14).
///
/// Its storage grows with the widest part and is kept.
package struct SixelEncoder {
  package let palette: SixelPalette
  private let dither: SixelDither

  /// A row of pixels as read, and as they come to lie on the screen.
  private var source: [UInt32] = []
  private var pixels: [UInt32] = []
  /// The registers of the six rows of a band.
  private var registers: [UInt8] = []
  private var band = SixelBand()

  /// Creates an encoder for a terminal with so many colour registers.
  package init(registers: Int) {
    palette = SixelPalette(registers: registers)
    dither = SixelDither(palette)
  }

  /// Appends the sixels of a part of an image, to be drawn from the cursor on.
  ///
  /// Nothing is drawn outside the part, and registers are defined as they come up.
  ///
  /// - Parameters:
  ///   - reader: Of an image whose cells have as many pixels as the terminal's.
  ///   - cells: The part.
  ///   - output: Where the bytes go.
  package mutating func encode(
    _ reader: ImageReader, cells: CellRect, into output: inout [UInt8]
  ) {
    let image = reader.image
    let rect = PixelRect(cells, of: image.canvas, cell: image.cell)
    let origin = (x: cells.column * image.cell.width, y: cells.row * image.cell.height)
    prepare(width: rect.width, sourceWidth: reader.size.width)
    // 0;1: pixels not drawn stay as they are. Raster attributes: square pixels, and the size.
    output.append(contentsOf: "\u{1B}P0;1;0q\"1;1;\(rect.width);\(rect.height)".utf8)
    band.beginImage()
    for top in stride(from: 0, to: rect.height, by: 6) {
      let rows = min(6, rect.height - top)
      for row in 0..<rows {
        readRow(rect.y + top + row, of: reader, from: rect.x, width: rect.width)
        pixels.withUnsafeBufferPointer { pixels in
          registers.withUnsafeMutableBufferPointer { registers in
            let part = registers[(row * rect.width)..<((row + 1) * rect.width)]
            dither.map(
              pixels, x: origin.x, y: origin.y + top + row,
              into: UnsafeMutableBufferPointer(rebasing: part))
          }
        }
      }
      if top > 0 { output.append(UInt8(ascii: "-")) }
      band.encode(registers, width: rect.width, rows: rows, palette: palette, into: &output)
    }
    output.append(contentsOf: "\u{1B}\\".utf8)
  }

  private mutating func prepare(width: Int, sourceWidth: Int) {
    if pixels.count < width {
      pixels = Array(repeating: 0, count: width)
      registers = Array(repeating: 0, count: width * 6)
    }
    if source.count < sourceWidth { source = Array(repeating: 0, count: sourceWidth) }
  }

  /// Reads a row of the screen's pixels.
  private mutating func readRow(_ row: Int, of reader: ImageReader, from x: Int, width: Int) {
    if reader.cell == reader.image.cell {
      return pixels.withUnsafeMutableBufferPointer {
        reader.read(row: row, columns: x..<(x + width), into: $0)
      }
    }
    let (size, full) = (reader.size, reader.image.size)
    source.withUnsafeMutableBufferPointer { source in
      reader.read(row: row * size.height / full.height, columns: 0..<size.width, into: source)
      for index in 0..<width { pixels[index] = source[(x + index) * size.width / full.width] }
    }
  }
}

/// Six rows of pixels, sorted by colour.
private struct SixelBand {
  /// Columns of one colour, one after another: where the next one is, which column it is, and which
  /// of its six pixels are meant.
  private var next: [Int32] = []
  private var column: [Int32] = []
  private var bits: [UInt8] = []
  /// For each register the first and the last of its columns; -1 for none.
  private var first = [Int32](repeating: -1, count: 256)
  private var last = [Int32](repeating: -1, count: 256)
  private var isDefined = [Bool](repeating: false, count: 256)

  mutating func beginImage() {
    for index in isDefined.indices { isDefined[index] = false }
  }

  mutating func encode(
    _ registers: [UInt8], width: Int, rows: Int, palette: SixelPalette, into output: inout [UInt8]
  ) {
    if next.count < width * 6 {
      next = Array(repeating: -1, count: width * 6)
      column = next
      bits = Array(repeating: 0, count: width * 6)
    }
    sort(registers, width: width, rows: rows)
    var isFirst = true
    for register in 0..<palette.count where first[register] >= 0 {
      // Back to the left for the next colour.
      if !isFirst { output.append(UInt8(ascii: "$")) }
      isFirst = false
      if !isDefined[register] {
        isDefined[register] = true
        let color = palette.percentages(register)
        output.append(
          contentsOf: "#\(register);2;\(color.red);\(color.green);\(color.blue)".utf8)
      }
      output.append(UInt8(ascii: "#"))
      output.appendDecimal(register)
      appendColumns(of: register, to: &output)
      first[register] = -1
      last[register] = -1
    }
  }

  private mutating func sort(_ registers: [UInt8], width: Int, rows: Int) {
    registers.withUnsafeBufferPointer { registers in
      next.withUnsafeMutableBufferPointer { next in
        column.withUnsafeMutableBufferPointer { column in
          bits.withUnsafeMutableBufferPointer { bits in
            first.withUnsafeMutableBufferPointer { first in
              last.withUnsafeMutableBufferPointer { last in
                var count = 0
                for x in 0..<width {
                  for row in 0..<rows {
                    let register = Int(registers[row &* width &+ x])
                    let end = Int(last[register])
                    if end >= 0, column[end] == Int32(truncatingIfNeeded: x) {
                      bits[end] |= 1 &<< UInt8(truncatingIfNeeded: row)
                      continue
                    }
                    column[count] = Int32(truncatingIfNeeded: x)
                    bits[count] = 1 &<< UInt8(truncatingIfNeeded: row)
                    next[count] = -1
                    if end >= 0 {
                      next[end] = Int32(truncatingIfNeeded: count)
                    } else {
                      first[register] = Int32(truncatingIfNeeded: count)
                    }
                    last[register] = Int32(truncatingIfNeeded: count)
                    count &+= 1
                  }
                }
              }
            }
          }
        }
      }
    }
  }

  private func appendColumns(of register: Int, to output: inout [UInt8]) {
    var entry = first[register]
    var x: Int32 = 0
    while entry >= 0 {
      let start = column[Int(entry)]
      let pattern = bits[Int(entry)]
      if start > x { Self.append(0, count: start - x, to: &output) }
      x = start + 1
      entry = next[Int(entry)]
      while entry >= 0, column[Int(entry)] == x, bits[Int(entry)] == pattern {
        x += 1
        entry = next[Int(entry)]
      }
      Self.append(pattern, count: x - start, to: &output)
    }
  }

  /// Appends the same sixel a number of times.
  private static func append(_ bits: UInt8, count: Int32, to output: inout [UInt8]) {
    let character = 0x3F + bits
    if count < 4 {
      for _ in 0..<count { output.append(character) }
    } else {
      output.append(UInt8(ascii: "!"))
      output.appendDecimal(Int(count))
      output.append(character)
    }
  }
}
