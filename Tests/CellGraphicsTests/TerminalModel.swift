/// A terminal as far as frames need one: UTF-8, CUP, CUF, SGR, ECH, EL, ED, DECSTBM, SU, SD and
/// deferred wrap.
///
/// It is stricter than a terminal: whatever it does not know, and whatever would scroll or depend on
/// the wrap at the end of a line, becomes a complaint.
struct TerminalModel {
  struct Pixel: Hashable {
    var glyph: UInt32
    var foreground: UInt32
    var background: UInt32

    /// Stands for a colour never set, a cell never written or half destroyed.
    static let nothing = Pixel(
      glyph: 0, foreground: TerminalModel.defaultColor, background: TerminalModel.defaultColor)
  }

  static let defaultColor = UInt32.max
  /// The right half of a wide glyph.
  static let rightHalf: UInt32 = 0x11_0000

  let columns: Int
  let rows: Int
  private(set) var cells: [Pixel]
  private(set) var complaints: [String] = []
  /// How many glyphs were drawn in each cell.
  private(set) var writes: [Int]

  private var column = 0
  private var row = 0
  private var wrapsNext = false
  private var margins: Range<Int>?
  private var foreground = defaultColor
  private var background = defaultColor
  private let width: (UInt32) -> Int
  private let palette: [UInt32]

  /// Creates an empty screen.
  ///
  /// - Parameters:
  ///   - columns: Its width.
  ///   - rows: Its height.
  ///   - palette: The colours of 38;5 and of 30 to 37 and 90 to 97.
  ///   - width: The columns of a scalar.
  init(columns: Int, rows: Int, palette: [UInt32], width: @escaping (UInt32) -> Int) {
    self.columns = columns
    self.rows = rows
    self.palette = palette
    self.width = width
    cells = Array(repeating: .nothing, count: columns * rows)
    writes = Array(repeating: 0, count: columns * rows)
  }

  subscript(column: Int, row: Int) -> Pixel { cells[row * columns + column] }

  /// Draws as another program would: without the encoder knowing.
  mutating func scribble(_ pixel: Pixel, column: Int, row: Int) {
    put(pixel, column: column, row: row)
  }

  /// Leaves cursor, colours and pending wrap as another program might.
  mutating func disturb(column: Int, row: Int, foreground: UInt32, background: UInt32) {
    (self.column, self.row, wrapsNext) = (column, row, true)
    (self.foreground, self.background) = (foreground, background)
  }

  mutating func feed(_ bytes: some Sequence<UInt8>) {
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
      Pixel(glyph: glyph, foreground: foreground, background: background), column: column, row: row)
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

  /// Sets a cell; the other half of a wide glyph it cuts is lost.
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
    case 0x72:
      margins = max(first ?? 1, 1) - 1..<min(second ?? rows, rows)
      move(toColumn: 0, row: 0)
    case 0x53: scroll(by: max(first ?? 1, 1))
    case 0x54: scroll(by: -max(first ?? 1, 1))
    case 0x4A: for row in 0..<rows { erase(from: 0, count: columns, row: row) }
    default: complaints.append("sequence \(final)")
    }
  }

  /// Moves the rows within the margins up, or down if negative. What comes in is the pen's.
  private mutating func scroll(by distance: Int) {
    let area = margins ?? 0..<rows
    let old = cells
    for row in area {
      for column in 0..<columns {
        cells[row * columns + column] =
          area.contains(row + distance)
          ? old[(row + distance) * columns + column]
          : Pixel(glyph: 0x20, foreground: foreground, background: background)
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
      case 0: (foreground, background) = (Self.defaultColor, Self.defaultColor)
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

extension TerminalModel.Pixel {
  /// The colours of two flat halves, or `nil` for text.
  var halves: [UInt32]? {
    switch glyph {
    case 0x20: [background, background]
    case 0x2580: [foreground, background]
    case 0x2584: [background, foreground]
    case 0x2588: [foreground, foreground]
    default: nil
    }
  }
}
