import CVTerm
import Models

/// A terminal without a window: bytes in, cells out, based on libvterm.
///
/// What libvterm does not expose (private modes, synchronised updates) is tracked by
/// `PrivateModeScanner`.
package final class TerminalModel {
  /// The size in cells.
  package private(set) var size: CellSize
  private var scanner = PrivateModeScanner()
  private var replies: [UInt8] = []
  /// The beginning of an incomplete character at the end of the last input.
  private var incomplete: [UInt8] = []
  private let terminal: OpaquePointer
  let screen: OpaquePointer

  /// libvterm 0.1.4 copies each write to its stack, four bytes per byte; a large one overflows it.
  private static let largestPiece = 4_096

  /// Creates an empty screen; `nil` if there is no memory for it.
  package init?(size: CellSize) {
    guard let terminal = vterm_new(Int32(size.rows), Int32(size.columns)) else { return nil }
    vterm_set_utf8(terminal, 1)
    guard let screen = vterm_obtain_screen(terminal) else {
      vterm_free(terminal)
      return nil
    }
    self.size = size
    self.terminal = terminal
    self.screen = screen
    // The buffer that replies are read from otherwise drops those that it has no room for.
    vterm_output_set_callback(
      terminal,
      { bytes, count, model in
        guard let bytes, let model else { return }
        Unmanaged<TerminalModel>.fromOpaque(model).takeUnretainedValue().replies +=
          UnsafeRawBufferPointer(start: bytes, count: count)
      }, Unmanaged.passUnretained(self).toOpaque())
    vterm_screen_enable_altscreen(screen, 1)
    vterm_screen_reset(screen, 1)
  }

  deinit {
    vterm_free(terminal)
  }

  /// Processes a program's output, which may be split anywhere.
  package func feed(_ bytes: [UInt8]) {
    scanner.scan(bytes)
    let bytes = incomplete + bytes
    var start = 0
    while start < bytes.count {
      let end = Self.endOfPiece(bytes, from: start)
      guard end > start else { break }
      write(bytes[start..<end])
      start = end
    }
    incomplete = Array(bytes[start...])
  }

  /// Where to end a chunk that is small enough and does not split a UTF-8 sequence: libvterm 0.1.4
  /// mishandles one that continues in the next write.
  private static func endOfPiece(_ bytes: [UInt8], from start: Int) -> Int {
    let limit = min(start + largestPiece, bytes.count)
    guard let lead = bytes[start..<limit].suffix(3).lastIndex(where: { $0 >= 0xC0 }) else {
      return limit
    }
    let length = bytes[lead] >= 0xF0 ? 4 : bytes[lead] >= 0xE0 ? 3 : 2
    return lead + length > limit ? lead : limit
  }

  private func write(_ piece: ArraySlice<UInt8>) {
    piece.withUnsafeBytes { piece in
      _ = vterm_input_write(
        terminal, piece.bindMemory(to: CChar.self).baseAddress, piece.count)
    }
  }

  /// Processes text.
  package func feed(_ text: String) {
    feed(Array(text.utf8))
  }

  /// Takes the terminal's replies since the last call (status, cursor and attribute reports), to be
  /// written to the program.
  package func takeReplies() -> [UInt8] {
    defer { replies = [] }
    return replies
  }

  /// Changes the size, as when a user resizes the window.
  package func resize(_ size: CellSize) {
    vterm_set_size(terminal, Int32(size.rows), Int32(size.columns))
    self.size = size
  }

  /// The cursor position, from zero.
  package var cursor: (column: Int, row: Int) {
    var position = VTermPos()
    vterm_state_get_cursorpos(vterm_obtain_state(terminal), &position)
    return (Int(position.col), Int(position.row))
  }

  /// The private modes (`CSI ? n h`) that are currently set.
  package var privateModes: Set<Int> { scanner.modes }
  /// The private modes that were set at any time.
  package var privateModesSeen: Set<Int> { scanner.seen }
  /// How many synchronised updates (mode 2026) have ended.
  package var synchronizedUpdateCount: Int { scanner.synchronizedUpdateCount }

  package var isCursorVisible: Bool { !scanner.hidden }
  package var isAlternateScreen: Bool { !privateModes.isDisjoint(with: [47, 1_047, 1_049]) }
  package var isMouseReported: Bool { !privateModes.isDisjoint(with: [9, 1_000, 1_002, 1_003]) }
  package var isPasteBracketed: Bool { privateModes.contains(2_004) }
  package var isInsideSynchronizedUpdate: Bool { privateModes.contains(2_026) }

  /// What a cell shows; an empty one outside the screen.
  package func cell(column: Int, row: Int) -> Cell {
    var cell = VTermScreenCell()
    let position = VTermPos(row: Int32(row), col: Int32(column))
    vterm_screen_get_cell(screen, position, &cell)
    var scalars = String.UnicodeScalarView()
    withUnsafeBytes(of: cell.chars) { raw in
      for value in raw.bindMemory(to: UInt32.self) {
        guard value != 0, let scalar = Unicode.Scalar(value) else { break }
        scalars.append(scalar)
      }
    }
    // libvterm marks the right half of a wide character with the character -1.
    let isRightHalf = cell.chars.0 == .max
    return Cell(
      text: isRightHalf ? "" : scalars.isEmpty ? " " : String(scalars),
      width: isRightHalf ? 0 : Int(cell.width),
      foreground: Self.color(cell.fg, standard: VTERM_COLOR_DEFAULT_FG),
      background: Self.color(cell.bg, standard: VTERM_COLOR_DEFAULT_BG),
      isBold: cell.attrs.bold != 0, isUnderlined: cell.attrs.underline != 0,
      isItalic: cell.attrs.italic != 0, isReverse: cell.attrs.reverse != 0)
  }

  /// The text of a row, without trailing spaces.
  package func text(row: Int) -> String {
    var text = ""
    for column in 0..<size.columns { text += cell(column: column, row: row).text }
    while text.last == " " || text.last == "\u{A0}" { text.removeLast() }
    return text
  }

  /// The text of all rows.
  package var rows: [String] { (0..<size.rows).map(text(row:)) }

  /// Whether any row contains a text.
  package func contains(_ text: String) -> Bool {
    (0..<size.rows).contains { self.text(row: $0).contains(text) }
  }

  private static func color(_ color: VTermColor, standard: VTermColorType) -> Color {
    let type = UInt32(color.type)
    if type & standard.rawValue != 0 { return .standard }
    if type & VTERM_COLOR_TYPE_MASK.rawValue == VTERM_COLOR_INDEXED.rawValue {
      return .palette(color.indexed.idx)
    }
    return .rgb(color.rgb.red, color.rgb.green, color.rgb.blue)
  }
}
