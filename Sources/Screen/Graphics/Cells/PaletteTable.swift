/// A palette's colours, and which of them stand for a colour. Colours are looked up when they are
/// first needed, so a table takes no time to make (docs/decisions/cells-palettes.md).
final class PaletteTable {
  /// Looks colours up. Not to be used after the table is gone: it points into its memory.
  let matcher: PaletteMatcher

  private let matches: UnsafeMutablePointer<PaletteMatch>
  private let entries: UnsafeMutablePointer<PaletteEntry>
  private let light: UnsafeMutablePointer<Int32>

  /// Creates a table of all 256 colours or the first 16, as 0x00BBGGRR.
  init(_ colors: [UInt32], _ mixing: PaletteMixing) {
    matches = .allocate(capacity: Palette.keyCount)
    matches.initialize(
      repeating: PaletteMatch(nearest: 0, first: 0, second: 0, isKnown: false),
      count: Palette.keyCount)
    entries = .allocate(capacity: colors.count)
    for (index, color) in colors.enumerated() {
      (entries + index).initialize(to: PaletteEntry(color: color, point: OKLab(color).value))
    }
    light = .allocate(capacity: OKLab.light.count)
    _ = UnsafeMutableBufferPointer(start: light, count: OKLab.light.count)
      .initialize(from: OKLab.light)
    matcher = PaletteMatcher(mixing: mixing, matches: matches, entries: entries, light: light)
  }

  deinit {
    // None of their values needs to be released.
    matches.deallocate()
    entries.deallocate()
    light.deallocate()
  }
}

struct PaletteEntry {
  /// 0x00BBGGRR.
  let color: UInt32
  /// The same in OKLab.
  let point: SIMD3<Float>
}

/// The codes that stand for a colour.
struct PaletteMatch {
  /// The closest one.
  let nearest: UInt8
  /// The two that are mixed; the same twice if one alone is closest.
  let first: UInt8
  let second: UInt8
  /// Whether they were looked up.
  let isKnown: Bool
}

/// How the colours of a palette are mixed.
struct PaletteMixing {
  /// Two colours further apart in OKLab are not mixed.
  let reach: Float
  /// How much the contrast of two colours counts against their mix.
  let penalty: Float
  /// Colours are not mixed where one of them would be so rare, in parts of 32: single dots are seen,
  /// not their mix.
  let leastDots: Int32
  /// How much differences to grey are raised, in eighths.
  let saturation: Int32
  /// Whether only the fixed ones of 256 colours are used.
  let isFixed: Bool

  static let fixed256 = PaletteMixing(
    reach: 0.25, penalty: 0.1, leastDots: 4, saturation: 8, isFixed: true)
  /// With few colours, most of a frame would be grey.
  static let basic16 = PaletteMixing(
    reach: 0.6, penalty: 0.03, leastDots: 0, saturation: 10, isFixed: false)
}
