import Graphics
import Models

/// A terminal's replies about itself. What it has not reported is `nil`, or false.
package struct TerminalAnswers: Hashable, Sendable {
  /// Its colour depth, from its handling of a 24-bit colour: preserved, or mapped to its palette.
  /// Many that preserve it do not report it.
  package var colorDepth: ColorDepth?

  package var hasSynchronizedUpdate: Bool?

  /// How many columns a half block takes.
  package var blockColumns: Int?

  /// How many columns a sextant or an octant takes, whichever was asked for.
  package var mosaicColumns: Int?

  /// Whether it supports sending images by the kitty graphics protocol.
  package var hasKittyGraphics = false

  /// Whether it also reads them from shared memory: then it runs on the same machine.
  package var sharesMemory = false

  package var hasSixel = false

  /// How many colours sixels can have; 16 is the VT340's number.
  package var colorRegisters = 16

  package var cellPixels: PixelSize?

  /// The size of all cells together, possibly with a border.
  package var screenPixels: PixelSize?

  package var background: Color?

  /// Whether its background is known to be light (the luma of ITU-R BT.601, roughly).
  package var hasLightBackground: Bool {
    guard let background else { return false }
    return Int(background.red) * 3 + Int(background.green) * 6 + Int(background.blue) >= 1280
  }

  /// The name and version of the program (XTVERSION).
  package var name: CleanText?

  /// The DA2 reply: the kind of terminal and, for some programs, its version.
  package var kind: Int?
  package var version: Int?

  package init() {}

  /// Whether block elements take two columns, or are not drawn as one character.
  package var isAmbiguousWide: Bool { blockColumns.map { $0 != 1 } ?? false }

  /// Whether the mosaic asked for is not drawn as a character of one column.
  package var lacksMosaic: Bool { mosaicColumns.map { $0 != 1 } ?? false }

  /// Whether tmux or GNU Screen replied, for a terminal it may know little of.
  package var isMultiplexer: Bool {
    // Their DA2 ids: ASCII for S and T.
    kind == 83 || kind == 84 || name?.string.hasPrefix("tmux ") == true
  }

  /// Whether the replying program supports 24-bit colours, even if it does not report it.
  package var isOfTrueColor: Bool {
    // VTE since 0.36; mintty's kind is M.
    if kind == 65, let version, version >= 3600 { return true }
    if kind == 77 { return true }
    let known = [
      "kitty(", "foot(", "WezTerm ", "ghostty ", "iTerm2 ", "Konsole ", "VTE(", "contour ",
      "mintty ", "rio ",
    ]
    return known.contains { name?.string.hasPrefix($0) == true }
  }
}

extension TerminalAnswers {
  /// Whether the terminal draws block characters from a font, whose outlines may leave gaps at the
  /// edges of a cell (docs/decisions/cells-seams.md).
  ///
  /// - Parameter name: The value of TERM: st does not report its name.
  package func takesBlocksFromFont(name: String) -> Bool {
    self.name?.string.hasPrefix("XTerm(") == true || name == "st" || name.hasPrefix("st-")
  }
}

// Parsing replies. Implausible values are rejected.
extension TerminalAnswers {
  /// The longest name kept, in characters.
  private static let longestName = 60

  package mutating func note(_ reply: TerminalReply) {
    switch reply {
    case .applicationProgram(let bytes):
      let text = String(decoding: bytes, as: UTF8.self)
      if text == "Gi=\(ProbeQuestions.directID);OK" { hasKittyGraphics = true }
      if text == "Gi=\(ProbeQuestions.sharedID);OK" { sharesMemory = true }
    case .attributes(let list):
      // The first number is the kind of terminal: 62 to 65 for those with sixels. 4 is sixels.
      hasSixel = list.first.map { $0 >= 60 } ?? false && list.dropFirst().contains(4)
    case .graphics(let list):
      // Item 1 is the number of colour registers, status 0 means success.
      if list.count >= 3, list[0] == 1, list[1] == 0, list[2] > 0 { colorRegisters = list[2] }
    case .deviceControl(let bytes): noteDeviceControl(bytes)
    case .mode(2026, let setting):
      // 0 is unknown, 4 permanently off.
      hasSynchronizedUpdate = (1...3).contains(setting)
    case .cursorPosition(let column, ProbeQuestions.blockRow) where blockColumns == nil:
      blockColumns = column
    case .cursorPosition(let column, ProbeQuestions.mosaicRow) where mosaicColumns == nil:
      mosaicColumns = column
    case .window(let list): noteSize(list)
    case .operatingSystemCommand(let bytes):
      let text = String(decoding: bytes, as: UTF8.self)
      if text.hasPrefix("11;"), let color = Self.color(text.dropFirst(3)) { background = color }
    case .secondaryAttributes(let list) where list.count == 3:
      kind = list[0]
      version = list[1]
    default: break
    }
  }

  /// Sets the size of a cell, or of the screen.
  private mutating func noteSize(_ list: [Int]) {
    guard list.count == 3 else { return }
    let (height, width) = (list[1], list[2])
    if list[0] == 6, let size = Self.cell(width: width, height: height) { cellPixels = size }
    guard list[0] == 4, (1...65_535).contains(width), (1...65_535).contains(height) else { return }
    screenPixels = PixelSize(width: width, height: height)
  }

  /// The size of a cell, if plausible for a character.
  static func cell(width: Int, height: Int) -> PixelSize? {
    (2...128).contains(width) && (4...256).contains(height)
      ? PixelSize(width: width, height: height) : nil
  }

  /// The size queries that had replies: one by one, each worth repeating.
  package var sizeQuestions: [[UInt8]] {
    (cellPixels == nil ? [] : [ProbeQuestions.cellSize])
      + (screenPixels == nil ? [] : [ProbeQuestions.screenSize])
  }

  private mutating func noteDeviceControl(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    if text.hasPrefix(">|") {
      let name = CleanText(bytes: bytes.dropFirst(2), limit: Self.longestName)
      self.name = name.isEmpty ? nil : name
    } else if text.hasPrefix("1$r"), text.hasSuffix("m") {
      colorDepth = Self.colorDepth(text.dropFirst(3).dropLast()) ?? colorDepth
    }
  }

  /// Reads the probed background colour from the parameters of an SGR sequence: with semicolons, or
  /// with colons with or without a colour space (ITU T.416).
  private static func colorDepth(_ parameters: Substring) -> ColorDepth? {
    let items = parameters.split { $0 == ";" || $0 == ":" }.compactMap { Int($0) }
    for start in items.indices {
      let rest = items[start...]
      if rest.starts(with: [48, 2] + ProbeQuestions.probedColor) { return .trueColor }
      if rest.starts(with: [48, 5]), rest.count > 2 { return .palette256 }
    }
    return nil
  }

  /// Reads `rgb:R/G/B`, each channel 1 to 4 hexadecimal digits (XParseColor(3)).
  private static func color(_ text: Substring) -> Color? {
    guard text.hasPrefix("rgb:") else { return nil }
    let parts = text.dropFirst(4).split(separator: "/", omittingEmptySubsequences: false)
    let channels = parts.compactMap { part -> UInt8? in
      guard (1...4).contains(part.count), part.allSatisfy(\.isHexDigit),
        let value = Int(part, radix: 16)
      else { return nil }
      return UInt8(value * 255 / ((1 << (4 * part.count)) - 1))
    }
    guard parts.count == 3, channels.count == 3 else { return nil }
    return Color(red: channels[0], green: channels[1], blue: channels[2])
  }
}
