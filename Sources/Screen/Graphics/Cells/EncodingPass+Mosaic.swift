/// Cells of two flat colours in any parts: the frame in quadrants, sextants and octants.
extension EncodingPass {
  /// Encodes a cell whose mask contains the upper left part.
  @inline(__always)
  mutating func encodeMosaic(
    _ mask: MosaicMask, _ first: UInt32, _ second: UInt32, column: Int, row: Int, index: Int
  ) {
    self.want(mask, first, second, index: index)
    let want = wanted(first, second, column: column, row: row)
    let old = shown[index]
    if old.first == want.bestFirst, old.second == want.bestSecond,
      old.glyph == ShownCell.glyph(of: mask) || want.bestFirst == want.bestSecond && old.mask != nil
    {
      shown[index].age = 0
      return
    }
    encodeDifferent(mask, want, column: column, row: row, index: index)
  }

  /// Notes the target of this frame.
  @inline(__always)
  func want(_ mask: MosaicMask, _ first: UInt32, _ second: UInt32, index: Int) {
    // Other parts are another frame, too. Rows 2 to 5 and 7 to 10 tell all masks apart, and fit
    // into the bits that colours do not use; for halves these are 0.
    let (upper, lower) = (mask.rawValue >> 4 ^ 0xFF, mask.rawValue >> 14)
    shown[index].want(first | upper << 24, second | lower << 24)
  }

  private mutating func encodeDifferent(
    _ mask: MosaicMask, _ want: WantedColors, column: Int, row: Int, index: Int
  ) {
    encode(
      mask, want, firstParts: mask.count, secondParts: mask.inverse.count,
      partsOfHalf: MosaicMask.partCount / 2,
      oldError: error(of: shown[index], mask, want), column: column, row: row, index: index)
  }

  /// Updates a differing cell with the least sum of error and bytes, unless skipping it is better
  /// still.
  ///
  /// - Parameters:
  ///   - mask: The parts of the first colour.
  ///   - want: The target for the cell.
  ///   - firstParts: How many parts have the first colour.
  ///   - secondParts: How many have the second.
  ///   - partsOfHalf: How many parts equal half a cell.
  ///   - oldError: The error of what the cell shows; `infinite` if unknown.
  @inline(__always)
  mutating func encode(
    _ mask: MosaicMask, _ want: WantedColors, firstParts: Int, secondParts: Int, partsOfHalf: Int,
    oldError: Int, column: Int, row: Int, index: Int
  ) {
    if keeps(index, isKnown: oldError < infinite) { return }
    if oldError == 0 {
      shown[index].age = 0
      return
    }
    let weight = shown[index].weight
    let weightOfNew = shown[index].weightOfNew
    let moveLength = moveLength(toColumn: column, row: row)
    // The shortest option: a space in the pen's colours.
    if oldError &* weight <= price &* (moveLength &+ 1) { return skip(index) }

    let glyph = mask.isQuadrants ? 3 : 4
    let firstLength = coding.length(of: want.bestFirst, isForeground: true)
    let secondLength = coding.length(of: want.bestSecond, isForeground: false)
    let hasUpper = !blocksHaveGaps || mask != .upperHalf
    var choice: PenChoice =
      hasUpper
      ? [.foregroundFirst, .setsForeground, .setsBackground]
      : [.foregroundSecond, .setsForeground, .setsBackground]
    // ESC [ ; m and the glyph.
    var best = price &* (4 &+ glyph &+ firstLength &+ secondLength)
    var error = 0
    /// - Parameter sum: The error of all parts. Rounded up, so that only an exact cell has none.
    func consider(_ candidate: PenChoice, _ sum: Int, length: Int) {
      let candidateError = (sum &+ partsOfHalf &- 1) / partsOfHalf
      let total = candidateError &* weightOfNew &+ price &* length
      if total < best {
        best = total
        choice = candidate
        error = candidateError
      }
    }
    func errorOfFirst(_ code: UInt32) -> Int {
      code == Pen.unknown
        ? infinite &* partsOfHalf : firstParts &* excess(code, want.bestFirst, want.first)
    }
    func errorOfSecond(_ code: UInt32) -> Int {
      code == Pen.unknown
        ? infinite &* partsOfHalf : secondParts &* excess(code, want.bestSecond, want.second)
    }

    let foregroundFirst = errorOfFirst(pen.foreground)
    let foregroundSecond = errorOfSecond(pen.foreground)
    let backgroundFirst = errorOfFirst(pen.background)
    let backgroundSecond = errorOfSecond(pen.background)
    // With one colour set: ESC [ m and the glyph.
    let oneSet = 3 &+ glyph
    let newFirst = oneSet &+ coding.length(of: want.bestFirst, isForeground: false)
    let newSecond = oneSet &+ coding.length(of: want.bestSecond, isForeground: true)
    if hasUpper {
      consider(
        [.foregroundFirst, .setsBackground], foregroundFirst, length: oneSet &+ secondLength)
      consider(
        [.foregroundFirst, .setsForeground], backgroundSecond, length: oneSet &+ firstLength)
      consider([.foregroundFirst], foregroundFirst &+ backgroundSecond, length: glyph)
    }
    consider([.foregroundSecond, .setsForeground], backgroundFirst, length: newSecond)
    consider([.foregroundSecond, .setsBackground], foregroundSecond, length: newFirst)
    consider([.foregroundSecond], foregroundSecond &+ backgroundFirst, length: glyph)
    if hidesSeams {
      consider(
        [.foregroundFirst, .foregroundSecond], foregroundFirst &+ foregroundSecond, length: 3)
    }
    consider([], backgroundFirst &+ backgroundSecond, length: 1)
    let mean = Mosaic(
      mask: mask, first: Color(rawValue: want.first), second: Color(rawValue: want.second)
    ).mean.rawValue
    let flat = coding.code(for: mean)
    consider(
      [.setsBackground], errorOfFirst(flat) &+ errorOfSecond(flat),
      length: 4 &+ coding.length(of: flat, isForeground: false))

    if oldError &* weight <= best &+ price &* moveLength || error >= oldError {
      return skip(index)
    }
    if mask == .upperHalf, hasUpper,
      choice == [.foregroundFirst, .setsForeground, .setsBackground],
      isNext(after: index, column: column, closerTo: want.first, than: want.second)
    {
      choice = [.foregroundSecond, .setsForeground, .setsBackground]
    }
    emit(choice, mask, want, flat: flat, column: column, row: row, index: index)
    if error > 0 { inexactCount &+= 1 }
  }

  @inline(__always)
  private mutating func emit(
    _ choice: PenChoice, _ mask: MosaicMask, _ want: WantedColors, flat: UInt32, column: Int,
    row: Int, index: Int
  ) {
    let isFirst = choice.contains(.foregroundFirst)
    let parts = choice.parts(of: mask)
    let foreground = isFirst ? want.bestFirst : want.bestSecond
    let background = parts == .empty ? flat : isFirst ? want.bestSecond : want.bestFirst
    guard
      write(
        glyph: parts.scalar, columns: 1,
        foreground: choice.contains(.setsForeground) ? foreground : nil,
        background: choice.contains(.setsBackground) ? background : nil, column: column, row: row)
    else { return }
    shown[index].show(parts, pen.foreground, pen.background)
  }

  /// The target for a cell of two colours, dithered by half rows.
  @inline(__always)
  func wanted(_ first: UInt32, _ second: UInt32, column: Int, row: Int) -> WantedColors {
    let first = coding.target(first, column: column, halfRow: row &* 2)
    let second = coding.target(second, column: column, halfRow: row &* 2 &+ 1)
    return WantedColors(
      first: first, second: second, bestFirst: coding.code(for: first),
      bestSecond: coding.code(for: second))
  }

  /// Whether the pen's background goes unnoticed at the edges of a full block.
  @inline(__always)
  private var hidesSeams: Bool {
    if pen.foreground == pen.background { return pen.foreground != Pen.unknown }
    guard pen.foreground != Pen.unknown, pen.background != Pen.unknown else { return false }
    let (foreground, background) = (
      coding.color(of: pen.foreground), coding.color(of: pen.background)
    )
    return squaredDistance(foreground, background) <= seam
  }

  /// The error of what a cell shows, in units of halves: rounded up, so that only an exact cell has
  /// none.
  @inline(__always)
  func error(of old: ShownCell, _ wantedMask: MosaicMask, _ want: WantedColors) -> Int {
    guard let mask = old.mask else { return infinite }
    let shared = mask.intersection(wantedMask).count
    var sum = shared &* excess(old.first, want.bestFirst, want.first)
    if mask == wantedMask {
      sum =
        sum &+ (MosaicMask.partCount &- shared) &* excess(old.second, want.bestSecond, want.second)
    } else {
      let onlyOld = mask.count &- shared
      let onlyWanted = wantedMask.count &- shared
      let neither = MosaicMask.partCount &- shared &- onlyOld &- onlyWanted
      sum =
        sum &+ onlyOld &* excess(old.first, want.bestSecond, want.second)
        &+ onlyWanted &* excess(old.second, want.bestFirst, want.first)
        &+ neither &* excess(old.second, want.bestSecond, want.second)
    }
    return (sum &+ MosaicMask.partCount / 2 &- 1) / (MosaicMask.partCount / 2)
  }
}

/// The two target colours of a cell.
struct WantedColors {
  /// The target colours.
  let first: UInt32
  let second: UInt32
  /// The codes closest to them.
  let bestFirst: UInt32
  let bestSecond: UInt32
}
