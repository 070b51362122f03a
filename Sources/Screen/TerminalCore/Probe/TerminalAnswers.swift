import Graphics
import Models

/// What a terminal has said about itself. What it has not said is `nil`, or false.
package struct TerminalAnswers: Hashable, Sendable {
  /// The colours it has, by what it has made of a 24-bit one: kept it, or taken the closest of its
  /// palette. Many that could keep it do not tell.
  package var colorDepth: ColorDepth?

  /// Whether it knows synchronised updates.
  package var hasSynchronizedUpdate: Bool?

  /// How many columns a half block takes.
  package var blockColumns: Int?

  /// How many columns a sextant takes.
  package var sextantColumns: Int?

  /// Whether it shows images of the kitty graphics protocol that are sent to it.
  package var hasKittyGraphics = false

  /// Whether it finds them in shared memory, too: then it runs on the same machine.
  package var sharesMemory = false

  /// Whether it shows sixels.
  package var hasSixel = false

  /// How many colours sixels can have; 16 is what a VT340 has.
  package var colorRegisters = 16

  /// The size of a cell.
  package var cellPixels: PixelSize?

  /// The size of all cells together, and maybe a border.
  package var screenPixels: PixelSize?

  /// The colour of what nobody has drawn on.
  package var background: Color?

  /// Whether its background is known to be light (the luma of ITU-R BT.601, roughly).
  package var hasLightBackground: Bool {
    guard let background else { return false }
    return Int(background.red) * 3 + Int(background.green) * 6 + Int(background.blue) >= 1280
  }

  /// The name and version of the program (XTVERSION).
  package var name: CleanText?

  /// What DA2 tells: the kind of terminal and its version, for some programs.
  package var kind: Int?
  package var version: Int?

  /// Creates what is known before the first answer.
  package init() {}

  /// Whether block elements take two columns, or are not drawn as one character.
  package var isAmbiguousWide: Bool { blockColumns.map { $0 != 1 } ?? false }

  /// Whether sextants are not drawn as characters of one column.
  package var lacksSextants: Bool { sextantColumns.map { $0 != 1 } ?? false }

  /// Whether it is tmux or GNU Screen that has answered, for a terminal it may know little of.
  package var isMultiplexer: Bool {
    // As they announce themselves: ASCII for S and T.
    kind == 83 || kind == 84 || name?.string.hasPrefix("tmux ") == true
  }

  /// Whether a program has answered that takes 24-bit colours, though it may not say so.
  package var isOfTrueColor: Bool {
    // VTE since 0.36; mintty's kind is M.
    if kind == 65, let version, version >= 3600 { return true }
    if kind == 77 { return true }
    let known = [
      "kitty(", "foot(", "WezTerm ", "ghostty ", "iTerm2 ", "Konsole ", "VTE(", "alacritty(",
      "contour ", "mintty ", "rio ",
    ]
    return known.contains { name?.string.hasPrefix($0) == true }
  }
}

// Reading answers. Nothing in them is taken for more than it can be.
extension TerminalAnswers {
  /// The longest name that is kept, in characters.
  private static let longestName = 60

  /// Takes an answer.
  package mutating func note(_ reply: TerminalReply) {
    switch reply {
    case .applicationProgram(let bytes):
      let text = String(decoding: bytes, as: UTF8.self)
      if text == "Gi=\(ProbeQuestions.directID);OK" { hasKittyGraphics = true }
      if text == "Gi=\(ProbeQuestions.sharedID);OK" { sharesMemory = true }
    case .attributes(let list):
      // The first number names the kind of terminal: of those with sixels 62 to 65. 4 is sixels.
      hasSixel = list.first.map { $0 >= 60 } ?? false && list.dropFirst().contains(4)
    case .graphics(let list):
      // Item 1 is the number of colour registers, status 0 means success.
      if list.count >= 3, list[0] == 1, list[1] == 0, list[2] > 0 { colorRegisters = list[2] }
    case .deviceControl(let bytes): noteDeviceControl(bytes)
    case .mode(2026, let setting):
      // 0 is unknown, 4 for ever off.
      hasSynchronizedUpdate = (1...3).contains(setting)
    case .cursorPosition(let column, ProbeQuestions.blockRow) where blockColumns == nil:
      blockColumns = column
    case .cursorPosition(let column, ProbeQuestions.sextantRow) where sextantColumns == nil:
      sextantColumns = column
    case .window(let list): noteSize(list)
    case .operatingSystemCommand(let bytes):
      if let color = Self.background(bytes) { background = color }
    case .secondaryAttributes(let list) where list.count == 3:
      kind = list[0]
      version = list[1]
    default: break
    }
  }

  /// Takes the size of a cell, or of the screen.
  private mutating func noteSize(_ list: [Int]) {
    guard list.count == 3 else { return }
    let (height, width) = (list[1], list[2])
    if list[0] == 6, let size = Self.cell(width: width, height: height) { cellPixels = size }
    guard list[0] == 4, (1...65_535).contains(width), (1...65_535).contains(height) else { return }
    screenPixels = PixelSize(width: width, height: height)
  }

  /// The size of a cell, if it is one that a character can have.
  static func cell(width: Int, height: Int) -> PixelSize? {
    (2...128).contains(width) && (4...256).contains(height)
      ? PixelSize(width: width, height: height) : nil
  }

  /// The questions about sizes that have been answered: one by one, each worth asking again.
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

  /// Reads what has become of the background that was asked about from the parameters of an SGR
  /// sequence: in semicolons, or in colons with or without a colour space (ITU T.416).
  private static func colorDepth(_ parameters: Substring) -> ColorDepth? {
    let items = parameters.split { $0 == ";" || $0 == ":" }.compactMap { Int($0) }
    for start in items.indices {
      let rest = items[start...]
      if rest.starts(with: [48, 2] + ProbeQuestions.probedColor) { return .trueColor }
      if rest.starts(with: [48, 5]), rest.count > 2 { return .palette256 }
    }
    return nil
  }

  /// Reads `11;rgb:R/G/B`, each channel 1 to 4 hexadecimal digits (XParseColor(3)).
  private static func background(_ bytes: [UInt8]) -> Color? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("11;rgb:") else { return nil }
    let parts = text.dropFirst(7).split(separator: "/", omittingEmptySubsequences: false)
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
