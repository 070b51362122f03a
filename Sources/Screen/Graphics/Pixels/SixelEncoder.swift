import Models

/// Encodes parts of images as sixels (DEC, "VT330/VT340 Programmer Reference Manual", chapter 14).
///
/// It keeps what the screen shows, so that only pixels that change are sent. Its storage grows with
/// the screen and is kept.
package struct SixelEncoder {
  package let palette: SixelPalette
  private let dither: SixelDither

  /// A row of pixels as read, and their registers.
  private var pixels: [UInt32] = []
  private var source: [UInt8] = []
  /// The registers of the six rows of a band.
  private var registers: [UInt8] = []
  /// The registers of the screen's pixels as last drawn.
  private var shown: [UInt8] = []
  private var shownWidth = 0
  private var band = SixelBand()

  /// Takes the number of the terminal's colour registers.
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
  ///   - isShown: Whether the last call for these cells is still on screen: then only pixels that
  ///     differ are drawn.
  ///   - output: Where the bytes go.
  ///   - onBand: Called with the output after each six rows of pixels.
  package mutating func encode(
    _ reader: ImageReader, cells: CellRect, over isShown: Bool = false, into output: inout [UInt8],
    onBand: (([UInt8]) -> Void)? = nil
  ) {
    let image = reader.image
    let rect = PixelRect(cells, of: image.canvas, cell: image.cell)
    let origin = (x: cells.column * image.cell.width, y: cells.row * image.cell.height)
    let hasScreen = prepare(
      width: rect.width, right: origin.x + rect.width, bottom: origin.y + rect.height)
    // 0;1: undrawn pixels stay unchanged. Raster attributes: square pixels, and the size.
    output.append(contentsOf: "\u{1B}P0;1;0q\"1;1;\(rect.width);\(rect.height)".utf8)
    band.beginImage()
    for top in stride(from: 0, to: rect.height, by: 6) {
      let rows = min(6, rect.height - top)
      for row in 0..<rows {
        readRow(rect.y + top + row, of: reader, from: rect.x, width: rect.width, to: row)
      }
      if top > 0 { output.append(UInt8(ascii: "-")) }
      let first = (origin.y + top) * shownWidth + origin.x
      shown.withUnsafeMutableBufferPointer { shown in
        band.encode(
          registers, width: rect.width, rows: rows, palette: palette,
          over: UnsafeMutableBufferPointer(rebasing: shown[first...]), stride: shownWidth,
          isShown: isShown && hasScreen, into: &output)
      }
      onBand?(output)
    }
    output.append(contentsOf: "\u{1B}\\".utf8)
  }

  /// - Returns: Whether the screen's pixels are known.
  private mutating func prepare(width: Int, right: Int, bottom: Int) -> Bool {
    if pixels.count < width {
      pixels = Array(repeating: 0, count: width)
      source = Array(repeating: 0, count: width)
      registers = Array(repeating: 0, count: width * 6)
    }
    guard right > shownWidth || bottom * shownWidth > shown.count else { return true }
    shownWidth = max(right, shownWidth)
    shown = Array(repeating: 0, count: max(bottom * shownWidth, shown.count))
    return false
  }

  /// Chooses the registers of a row of the screen's pixels. Pixels that are read as one get the same
  /// register.
  ///
  /// - Parameters:
  ///   - row: The row of the canvas.
  ///   - reader: The image.
  ///   - x: The first column of the canvas.
  ///   - width: How many columns.
  ///   - target: The row of the band.
  private mutating func readRow(
    _ row: Int, of reader: ImageReader, from x: Int, width: Int, to target: Int
  ) {
    let (size, full, canvas) = (reader.size, reader.image.size, reader.image.canvas)
    let sourceRow = row * size.height / full.height
    let first = x * size.width / full.width
    let count = (x + width - 1) * size.width / full.width + 1 - first
    let isRead = target > 0 && (row - 1) * size.height / full.height == sourceRow
    if !isRead {
      pixels.withUnsafeMutableBufferPointer { pixels in
        reader.read(row: sourceRow, columns: first..<(first + count), into: pixels)
        dither.map(
          UnsafeBufferPointer(pixels), x: canvas.column * reader.cell.width + first,
          y: canvas.row * reader.cell.height + sourceRow, count: count, into: &source)
      }
    }
    let start = target * width
    if size.width == full.width {
      for index in 0..<width { registers[start &+ index] = source[index] }
    } else {
      for index in 0..<width {
        registers[start &+ index] = source[(x &+ index) * size.width / full.width &- first]
      }
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
  private var bytes: [UInt8] = []

  /// The most bytes for a column of one colour, with the gap before it: `!1000?~`, or the end of a
  /// run.
  private static let longestEntry = 8
  /// The most bytes before the columns of a colour: `$#255;2;100;100;100#255`.
  private static let longestColor = 24

  mutating func beginImage() {
    for index in isDefined.indices { isDefined[index] = false }
  }

  /// Appends a band, and notes its registers.
  ///
  /// - Parameters:
  ///   - registers: Of the rows, one after the other.
  ///   - width: Their width in pixels.
  ///   - rows: How many of six there are.
  ///   - palette: The colours.
  ///   - shown: The registers on screen, from the band's first pixel on.
  ///   - stride: How many of those a row has.
  ///   - isShown: Whether pixels that are on screen already are left out.
  ///   - output: Where the bytes go.
  mutating func encode(
    _ registers: [UInt8], width: Int, rows: Int, palette: SixelPalette,
    over shown: UnsafeMutableBufferPointer<UInt8>, stride: Int, isShown: Bool,
    into output: inout [UInt8]
  ) {
    let capacity = width * 6
    if entries.count < capacity {
      entries = Array(repeating: Entry(), count: capacity)
      bytes = Array(
        repeating: 0, count: capacity * Self.longestEntry + palette.count * Self.longestColor)
    }
    sort(registers, width: width, rows: rows, over: shown, stride: stride, isShown: isShown)
    var isFirst = true
    var bytes: [UInt8] = []
    swap(&bytes, &self.bytes)
    defer { swap(&bytes, &self.bytes) }
    bytes.withUnsafeMutableBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      var writer = SixelWriter(base)
      for register in 0..<palette.count where ends[register].first >= 0 {
        // Back to the left edge for the next colour.
        if !isFirst { writer.append(UInt8(ascii: "$")) }
        isFirst = false
        if !isDefined[register] {
          isDefined[register] = true
          let color = palette.percentages(register)
          writer.append(UInt8(ascii: "#"))
          for value in [register, 2, color.red, color.green, color.blue] {
            if value != register || writer.last != UInt8(ascii: "#") {
              writer.append(UInt8(ascii: ";"))
            }
            writer.appendDecimal(value)
          }
        }
        writer.append(UInt8(ascii: "#"))
        writer.appendDecimal(register)
        appendColumns(of: register, to: &writer)
        ends[register] = (-1, -1)
      }
      output.append(contentsOf: UnsafeBufferPointer(start: base, count: writer.count(from: base)))
    }
  }

  private mutating func sort(
    _ registers: [UInt8], width: Int, rows: Int, over shown: UnsafeMutableBufferPointer<UInt8>,
    stride: Int, isShown: Bool
  ) {
    registers.withUnsafeBufferPointer { registers in
      entries.withUnsafeMutableBufferPointer { entries in
        ends.withUnsafeMutableBufferPointer { ends in
          var count = 0
          for x in 0..<width {
            let column = Int32(truncatingIfNeeded: x)
            for row in 0..<rows {
              let code = registers[row &* width &+ x]
              let place = row &* stride &+ x
              if isShown, shown[place] == code { continue }
              shown[place] = code
              let register = Int(code)
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

  private func appendColumns(of register: Int, to writer: inout SixelWriter) {
    entries.withUnsafeBufferPointer { entries in
      var index = Int(ends[register].first)
      var x: Int32 = 0
      while index >= 0 {
        let (start, pattern) = (entries[index].column, entries[index].bits)
        if start > x { writer.append(0, count: start &- x) }
        x = start
        repeat {
          x &+= 1
          index = Int(entries[index].next)
        } while index >= 0 && entries[index].column == x && entries[index].bits == pattern
        writer.append(pattern, count: x &- start)
      }
    }
  }
}

/// Writes sixels into memory that has room for them.
private struct SixelWriter {
  private var end: UnsafeMutablePointer<UInt8>

  init(_ start: UnsafeMutablePointer<UInt8>) {
    end = start
  }

  /// The last byte; only after there is one.
  var last: UInt8 { (end - 1).pointee }

  func count(from start: UnsafeMutablePointer<UInt8>) -> Int { end - start }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    end.pointee = byte
    end += 1
  }

  /// Appends a number from 0 to 9999.
  @inline(__always)
  mutating func appendDecimal(_ value: Int) {
    if value >= 1000 { append(0x30 + UInt8(truncatingIfNeeded: value / 1000)) }
    if value >= 100 { append(0x30 + UInt8(truncatingIfNeeded: value / 100 % 10)) }
    if value >= 10 { append(0x30 + UInt8(truncatingIfNeeded: value / 10 % 10)) }
    append(0x30 + UInt8(truncatingIfNeeded: value % 10))
  }

  /// Appends the same sixel a number of times.
  @inline(__always)
  mutating func append(_ bits: UInt8, count: Int32) {
    let character = 0x3F &+ bits
    if count < 4 {
      for _ in 0..<count { append(character) }
    } else {
      append(UInt8(ascii: "!"))
      appendDecimal(Int(count))
      append(character)
    }
  }
}
