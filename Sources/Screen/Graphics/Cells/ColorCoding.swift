/// How the colours of one depth are encoded in an SGR sequence.
///
/// A code is what the terminal receives: a colour in true colour, a number in a palette. The
/// encoder is specialised for each coding, so true colour costs nothing extra. Codings only point to
/// tables, so that the encoder's state stays trivial to copy.
protocol ColorCoding {
  /// Whether every mean of colours has an exact code: itself.
  static var isBlended: Bool { get }

  /// How much less an error counts than in true colour: in dithered frames, neighbours compensate
  /// for each other's errors.
  static var leniency: Double { get }

  /// Returns the target for a half cell, given its frame's colour: dithered, if applicable.
  func target(_ color: UInt32, column: Int, halfRow: Int) -> UInt32

  /// Returns the code closest to a colour.
  func code(for color: UInt32) -> UInt32

  /// Returns the error of a code that is not the closest to a target, minus the error of the
  /// closest: at least 1.
  func excess(of code: UInt32, over best: UInt32, target: UInt32) -> Int

  /// Returns the length of a code in an SGR sequence in bytes, without leading or trailing
  /// separators.
  func length(of code: UInt32, isForeground: Bool) -> Int

  /// Writes a code into an SGR sequence.
  func write(_ code: UInt32, isForeground: Bool, to writer: inout ByteWriter)

  func color(of code: UInt32) -> UInt32
}

/// A coding by palette numbers, dithered in a fixed pattern.
protocol PaletteCoding: ColorCoding {
  /// Which colours stand for others.
  var matcher: PaletteMatcher { get }
  /// Whether the cells of a mix have its second colour in the same half.
  var isStriped: Bool { get }
}

extension PaletteCoding {
  @inline(__always)
  static var isBlended: Bool { false }

  @inline(__always)
  static var leniency: Double { 8 }

  @inline(__always)
  func target(_ color: UInt32, column: Int, halfRow: Int) -> UInt32 {
    OrderedDither.target(
      color, column: column, halfRow: halfRow, isStriped: isStriped, matcher,
      codeOf: { code(for: $0) })
  }

  @inline(__always)
  func excess(of code: UInt32, over best: UInt32, target: UInt32) -> Int {
    max(squaredDistance(color(of: code), target) &- squaredDistance(color(of: best), target), 1)
  }

  @inline(__always)
  func color(of code: UInt32) -> UInt32 { matcher.color(of: code) }
}

/// 24 bits: the code is the colour.
struct TrueColorCoding: ColorCoding {
  @inline(__always)
  static var isBlended: Bool { true }

  @inline(__always)
  static var leniency: Double { 1 }

  @inline(__always)
  func target(_ color: UInt32, column: Int, halfRow: Int) -> UInt32 { color }

  @inline(__always)
  func code(for color: UInt32) -> UInt32 { color }

  @inline(__always)
  func excess(of code: UInt32, over best: UInt32, target: UInt32) -> Int {
    squaredDistance(code, target)
  }

  @inline(__always)
  func length(of code: UInt32, isForeground: Bool) -> Int {
    // In each channel's highest bit: whether it is at least 10, and at least 100. The addition
    // carries into that bit, and no further.
    let low = code & 0x7F_7F7F
    let tens = (low &+ 0x76_7676 | code) & 0x80_8080
    let hundreds = (low &+ 0x1C_1C1C | code) & 0x80_8080
    let counts = tens &>> 7 &+ hundreds &>> 7
    let digits = (counts &* 0x01_0101) &>> 16 & 0xFF
    // "38;2;", two semicolons and at least three digits.
    return 10 &+ Int(digits)
  }

  @inline(__always)
  func write(_ code: UInt32, isForeground: Bool, to writer: inout ByteWriter) {
    // "38;2" or "48;2".
    writer.append(isForeground ? 0x323B_3833 : 0x323B_3834, length: 4)
    writer.appendParameter(UInt8(truncatingIfNeeded: code))
    writer.appendParameter(UInt8(truncatingIfNeeded: code >> 8))
    writer.appendParameter(UInt8(truncatingIfNeeded: code >> 16))
  }

  func color(of code: UInt32) -> UInt32 { code }
}

/// The 240 fixed colours of xterm's palette; the first 16 are user-defined.
struct Palette256Coding: PaletteCoding {
  let matcher: PaletteMatcher
  let isStriped: Bool

  @inline(__always)
  func code(for color: UInt32) -> UInt32 { Palette.nearestFixed(to: color) }

  @inline(__always)
  func length(of code: UInt32, isForeground: Bool) -> Int {
    // "38;5;" and the digits.
    code >= 100 ? 8 : 7
  }

  @inline(__always)
  func write(_ code: UInt32, isForeground: Bool, to writer: inout ByteWriter) {
    // "38;5" or "48;5".
    writer.append(isForeground ? 0x353B_3833 : 0x353B_3834, length: 4)
    writer.appendParameter(UInt8(truncatingIfNeeded: code))
  }
}

/// The eight colours of ECMA-48 and their bright variants.
struct Palette16Coding: PaletteCoding {
  let matcher: PaletteMatcher
  let isStriped: Bool

  @inline(__always)
  func code(for color: UInt32) -> UInt32 { UInt32(matcher.match(for: color).nearest) }

  @inline(__always)
  func length(of code: UInt32, isForeground: Bool) -> Int {
    !isForeground && code >= 8 ? 3 : 2
  }

  func write(_ code: UInt32, isForeground: Bool, to writer: inout ByteWriter) {
    // 30 to 37 and 90 to 97 are foreground colours, 40 to 47 and 100 to 107 background colours.
    writer.appendDecimal(Int(code & 7) + (code >= 8 ? 90 : 30) + (isForeground ? 0 : 10))
  }
}
