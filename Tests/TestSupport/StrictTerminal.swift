import Graphics

/// A terminal with just what frames need: UTF-8, CUP, CUF, SGR, ECH, EL, ED, DECSTBM, SU, SD and
/// deferred wrap (docs/decisions/tests-terminal-models.md).
///
/// It is stricter than a real terminal: unknown sequences, and anything that would scroll
/// implicitly or depend on the wrap at the end of a line, become complaints.
package struct StrictTerminal {
  /// What a cell shows.
  package struct Pixel: Hashable, Sendable {
    package var glyph: UInt32
    package var foreground: UInt32
    package var background: UInt32
    package var attributes: GlyphAttributes

    /// Creates the content of a cell, in palette colours.
    package init(
      glyph: UInt32, foreground: UInt32, background: UInt32, attributes: GlyphAttributes = []
    ) {
      self.glyph = glyph
      self.foreground = foreground
      self.background = background
      self.attributes = attributes
    }

    /// A cell that was never written or is half destroyed.
    package static let nothing = Pixel(
      glyph: 0, foreground: StrictTerminal.defaultColor, background: StrictTerminal.defaultColor)
  }

  /// A colour that was never set.
  package static let defaultColor = UInt32.max
  /// The right half of a wide glyph.
  package static let rightHalf: UInt32 = 0x11_0000

  package let columns: Int
  package let rows: Int
  package private(set) var cells: [Pixel]
  /// What no frame should do.
  package private(set) var complaints: [String] = []
  /// How often each cell was drawn, erased or moved.
  package private(set) var writes: [Int]

  private var column = 0
  private var row = 0
  private var wrapsNext = false
  /// The rows that SU and SD move.
  private var region: Range<Int>
  private var foreground = defaultColor
  private var background = defaultColor
  private var attributes: GlyphAttributes = []
  private let width: (UInt32) -> Int
  private let palette: [UInt32]

  /// Creates an empty screen.
  ///
  /// - Parameters:
  ///   - columns: Its width.
  ///   - rows: Its height.
  ///   - palette: The colours of 38;5 and of 30 to 37 and 90 to 97.
  ///   - width: The columns of a scalar.
  package init(columns: Int, rows: Int, palette: [UInt32], width: @escaping (UInt32) -> Int) {
    self.columns = columns
    self.rows = rows
    self.palette = palette
    self.width = width
    region = 0..<rows
    cells = Array(repeating: .nothing, count: columns * rows)
    writes = Array(repeating: 0, count: columns * rows)
  }

  /// What a cell shows.
  package subscript(column: Int, row: Int) -> Pixel { cells[row * columns + column] }

  /// Draws like another program would, without the encoder's knowledge.
  package mutating func scribble(_ pixel: Pixel, column: Int, row: Int) {
    put(pixel, column: column, row: row)
  }

  /// Changes cursor, colours and pending wrap like another program might.
  package mutating func disturb(column: Int, row: Int, foreground: UInt32, background: UInt32) {
    (self.column, self.row, wrapsNext) = (column, row, true)
    (self.foreground, self.background) = (foreground, background)
  }

  /// Processes the output of a program, which must consist of whole sequences.
  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    var input = Array(bytes)[...]
    while let byte = input.first {
      if byte == 0x1B {
        input = input.dropFirst()
        sequence(&input)
      } else if byte < 0x20 || byte == 0x7F {
        complaints.append("control \(byte)")
        input = input.dropFirst()
      } else {
        var decoder = UTF8()
        var iterator = input.makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator) else {
          complaints.append("invalid UTF-8")
          input = input.dropFirst()
          continue
        }
        input = input.dropFirst(UTF8.width(scalar))
        draw(scalar.value)
      }
    }
  }

  private mutating func draw(_ glyph: UInt32) {
    let columns = width(glyph)
    if wrapsNext { complaints.append("relies on the wrap at the end of a line") }
    guard columns > 0, column + columns <= self.columns, row < rows else {
      complaints.append("glyph \(glyph) at \(column),\(row)")
      return
    }
    put(
      Pixel(
        glyph: glyph, foreground: foreground, background: background, attributes: attributes),
      column: column, row: row)
    if columns == 2 {
      put(
        Pixel(glyph: Self.rightHalf, foreground: foreground, background: background),
        column: column + 1, row: row, isRightHalf: true)
    }
    column += columns
    if column >= self.columns {
      column = self.columns - 1
      wrapsNext = true
    }
  }

  /// Sets a cell; if it cuts a wide glyph, the other half is lost.
  private mutating func put(_ pixel: Pixel, column: Int, row: Int, isRightHalf: Bool = false) {
    let index = row * columns + column
    writes[index] += 1
    if cells[index].glyph == Self.rightHalf, !isRightHalf { cells[index - 1] = .nothing }
    if column + 1 < columns, cells[index + 1].glyph == Self.rightHalf {
      cells[index + 1] = .nothing
    }
    cells[index] = pixel
  }

  private mutating func sequence(_ input: inout ArraySlice<UInt8>) {
    guard input.first == 0x5B else {
      complaints.append("escape without [")
      return
    }
    input = input.dropFirst()
    let body = input.prefix { (0x30...0x3B).contains($0) }
    input = input.dropFirst(body.count)
    guard let final = input.popFirst() else {
      complaints.append("sequence cut off")
      return
    }
    let parameters = body.split(separator: 0x3B, omittingEmptySubsequences: false).map {
      Int(String(decoding: $0, as: UTF8.self))
    }
    let first = parameters.first.flatMap { $0 }
    let second = parameters.dropFirst().first.flatMap { $0 }
    switch final {
    case 0x48: move(toColumn: max(second ?? 1, 1) - 1, row: max(first ?? 1, 1) - 1)
    case 0x43: move(toColumn: column + max(first ?? 1, 1), row: row)
    case 0x6D: color(parameters.map { $0 ?? 0 }[...])
    case 0x58: erase(from: column, count: max(first ?? 1, 1), row: row)
    case 0x4B: erase(from: first == 1 ? 0 : column, count: columns, row: row)
    case 0x4A: for row in 0..<rows { erase(from: 0, count: columns, row: row) }
    case 0x72: setRegion(from: max(first ?? 1, 1) - 1, to: second ?? rows)
    case 0x53: scroll(by: max(first ?? 1, 1))
    case 0x54: scroll(by: -max(first ?? 1, 1))
    default: complaints.append("sequence \(final)")
    }
  }

  /// DECSTBM, which also moves the cursor home.
  private mutating func setRegion(from first: Int, to end: Int) {
    guard first + 1 < end, end <= rows else {
      complaints.append("region of rows \(first) to \(end)")
      return
    }
    region = first..<end
    move(toColumn: 0, row: 0)
  }

  /// Moves the region's rows up, or down if negative; new rows are blank.
  private mutating func scroll(by distance: Int) {
    let before = cells
    for row in region {
      for column in 0..<columns {
        let index = row * columns + column
        cells[index] =
          region.contains(row + distance) ? before[index + distance * columns] : .nothing
        writes[index] += 1
      }
    }
  }

  private mutating func move(toColumn column: Int, row: Int) {
    if column >= columns || row >= rows { complaints.append("moves to \(column),\(row)") }
    self.column = min(column, columns - 1)
    self.row = min(row, rows - 1)
    wrapsNext = false
  }

  private mutating func erase(from column: Int, count: Int, row: Int) {
    for column in column..<min(column + count, columns) {
      put(
        Pixel(glyph: 0x20, foreground: foreground, background: background), column: column, row: row
      )
    }
  }

  private mutating func color(_ parameters: ArraySlice<Int>) {
    var rest = parameters
    while let parameter = rest.popFirst() {
      switch parameter {
      case 0:
        (foreground, background, attributes) = (Self.defaultColor, Self.defaultColor, [])
      case 1: attributes.insert(.bold)
      case 3: attributes.insert(.italic)
      case 22: attributes.remove(.bold)
      case 23: attributes.remove(.italic)
      // The others are checked with the other model.
      case 2...9: break
      case 30...37: foreground = palette[parameter - 30]
      case 40...47: background = palette[parameter - 40]
      case 90...97: foreground = palette[parameter - 82]
      case 100...107: background = palette[parameter - 92]
      case 38, 48:
        guard let color = extendedColor(&rest) else {
          complaints.append("colour")
          return
        }
        if parameter == 38 { foreground = color } else { background = color }
      default: complaints.append("attribute \(parameter)")
      }
    }
  }

  private func extendedColor(_ rest: inout ArraySlice<Int>) -> UInt32? {
    switch rest.popFirst() {
    case 5: return rest.popFirst().flatMap { palette.indices.contains($0) ? palette[$0] : nil }
    case 2:
      var color: UInt32 = 0
      for shift in [0, 8, 16] {
        guard let level = rest.popFirst(), 0...255 ~= level else { return nil }
        color |= UInt32(level) << UInt32(shift)
      }
      return color
    default: return nil
    }
  }
}
