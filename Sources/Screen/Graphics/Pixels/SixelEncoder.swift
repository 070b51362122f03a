import Models

/// Encodes parts of images as sixels (DEC, "VT330/VT340 Programmer Reference Manual", chapter 14).
///
/// Its storage grows with the widest part and is kept.
package struct SixelEncoder {
  package let palette: SixelPalette
  private let dither: SixelDither

  /// A row of pixels as read, and as shown on screen.
  private var source: [UInt32] = []
  private var pixels: [UInt32] = []
  /// The registers of the six rows of a band.
  private var registers: [UInt8] = []
  private var band = SixelBand()

  /// Creates an encoder for a terminal with this many colour registers.
  package init(registers: Int) {
    palette = SixelPalette(registers: registers)
    dither = SixelDither(palette)
  }

  /// Appends the sixels of a part of an image, drawn from the cursor on.
  ///
  /// Nothing is drawn outside the part, and registers are defined on first use.
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
    // 0;1: undrawn pixels stay unchanged. Raster attributes: square pixels, and the size.
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
  /// Consecutive columns of one colour.
  private struct Entry {
    /// The index of the next one; -1 for none.
    var next: Int32 = -1
    var column: Int32 = 0
    /// Which of the column's six pixels are set.
    var bits: UInt8 = 0
  }

  private var entries: [Entry] = []
  /// The first and last column of each register; -1 for none.
  private var ends = [(first: Int32, last: Int32)](repeating: (-1, -1), count: 256)
  private var isDefined = [Bool](repeating: false, count: 256)

  mutating func beginImage() {
    for index in isDefined.indices { isDefined[index] = false }
  }

  mutating func encode(
    _ registers: [UInt8], width: Int, rows: Int, palette: SixelPalette, into output: inout [UInt8]
  ) {
    if entries.count < width * 6 { entries = Array(repeating: Entry(), count: width * 6) }
    sort(registers, width: width, rows: rows)
    var isFirst = true
    for register in 0..<palette.count where ends[register].first >= 0 {
      // Back to the left edge for the next colour.
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
      ends[register] = (-1, -1)
    }
  }

  private mutating func sort(_ registers: [UInt8], width: Int, rows: Int) {
    registers.withUnsafeBufferPointer { registers in
      entries.withUnsafeMutableBufferPointer { entries in
        ends.withUnsafeMutableBufferPointer { ends in
          var count = 0
          for x in 0..<width {
            let column = Int32(truncatingIfNeeded: x)
            for row in 0..<rows {
              let register = Int(registers[row &* width &+ x])
              let bit: UInt8 = 1 &<< UInt8(truncatingIfNeeded: row)
              let last = Int(ends[register].last)
              if last >= 0, entries[last].column == column {
                entries[last].bits |= bit
                continue
              }
              entries[count] = Entry(column: column, bits: bit)
              if last >= 0 {
                entries[last].next = Int32(truncatingIfNeeded: count)
              } else {
                ends[register].first = Int32(truncatingIfNeeded: count)
              }
              ends[register].last = Int32(truncatingIfNeeded: count)
              count &+= 1
            }
          }
        }
      }
    }
  }

  private func appendColumns(of register: Int, to output: inout [UInt8]) {
    var index = Int(ends[register].first)
    var x: Int32 = 0
    while index >= 0 {
      let (start, pattern) = (entries[index].column, entries[index].bits)
      if start > x { Self.append(0, count: start - x, to: &output) }
      x = start
      while index >= 0, entries[index].column == x, entries[index].bits == pattern {
        x += 1
        index = Int(entries[index].next)
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
