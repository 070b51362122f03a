/// Cells of two flat colours in any parts: the picture in quadrants and sextants.
extension EncodingPass {
  /// What can be written into a cell; the names say which pen colour makes which colour of the
  /// mosaic. With the inverted glyph the foreground makes the second one.
  private enum Choice {
    case newBoth
    case foregroundFirst
    case backgroundSecond
    case foregroundSecond
    case backgroundFirst
    case pen
    case penInverted
    case penForegroundOnly
    case penBackgroundOnly
    case newFlat
  }

  /// Encodes a cell whose mask has the upper left part.
  @inline(__always)
  mutating func encodeMosaic(
    _ mask: MosaicMask, _ first: UInt32, _ second: UInt32, column: Int, row: Int, index: Int
  ) {
    // The mask goes where colours have no bits: other parts are another picture, too.
    shown[index].want(first | mask.rawValue << 24, second | (mask.rawValue >> 8) << 24)
    // Dithered as halves are.
    let first = coding.target(first, column: column, halfRow: row &* 2)
    let second = coding.target(second, column: column, halfRow: row &* 2 &+ 1)
    let want = WantedMosaic(
      mask: mask, first: first, second: second, bestFirst: coding.code(for: first),
      bestSecond: coding.code(for: second))
    let old = shown[index]
    if old.first == want.bestFirst, old.second == want.bestSecond,
      old.glyph == ShownCell.glyph(of: mask) || want.bestFirst == want.bestSecond && old.mask != nil
    {
      shown[index].age = 0
      return
    }
    encodeDifferent(want, column: column, row: row, index: index)
  }

  private mutating func encodeDifferent(
    _ want: WantedMosaic, column: Int, row: Int, index: Int
  ) {
    let old = shown[index]
    if keeps(index, isKnown: old.mask != nil) { return }
    let weight = old.weight
    let weightOfNew = old.weightOfNew
    let oldError = error(of: old, want)
    if oldError == 0 {
      shown[index].age = 0
      return
    }
    let moveLength = moveLength(toColumn: column, row: row)
    // The shortest there is: a space in the pen's colours.
    if oldError &* weight <= price &* (moveLength &+ 1) { return skip(index) }

    let glyph = want.mask.isQuadrants ? 3 : 4
    let firstLength = coding.length(of: want.bestFirst, isForeground: true)
    let secondLength = coding.length(of: want.bestSecond, isForeground: false)
    var choice = Choice.newBoth
    // ESC [ ; m and the glyph.
    var best = price &* (4 &+ glyph &+ firstLength &+ secondLength)
    var error = 0
    func consider(_ candidate: Choice, error candidateError: Int, length: Int) {
      let total = candidateError &* weightOfNew &+ price &* length
      if total < best {
        best = total
        choice = candidate
        error = candidateError
      }
    }

    let foregroundFirst = errorOfFirst(pen.foreground, want)
    let foregroundSecond = errorOfSecond(pen.foreground, want)
    let backgroundFirst = errorOfFirst(pen.background, want)
    let backgroundSecond = errorOfSecond(pen.background, want)
    // With one colour set: ESC [ m and the glyph.
    let oneSet = 3 &+ glyph
    let newFirst = oneSet &+ coding.length(of: want.bestFirst, isForeground: false)
    let newSecond = oneSet &+ coding.length(of: want.bestSecond, isForeground: true)
    consider(.foregroundFirst, error: share(foregroundFirst), length: oneSet &+ secondLength)
    consider(.backgroundSecond, error: share(backgroundSecond), length: oneSet &+ firstLength)
    consider(.foregroundSecond, error: share(foregroundSecond), length: newFirst)
    consider(.backgroundFirst, error: share(backgroundFirst), length: newSecond)
    consider(.pen, error: share(foregroundFirst &+ backgroundSecond), length: glyph)
    consider(.penInverted, error: share(foregroundSecond &+ backgroundFirst), length: glyph)
    consider(.penForegroundOnly, error: share(foregroundFirst &+ foregroundSecond), length: 3)
    consider(.penBackgroundOnly, error: share(backgroundFirst &+ backgroundSecond), length: 1)
    let mean = Mosaic(
      mask: want.mask, first: Color(rawValue: want.first), second: Color(rawValue: want.second)
    ).mean.rawValue
    let flat = coding.code(for: mean)
    consider(
      .newFlat, error: share(errorOfFirst(flat, want) &+ errorOfSecond(flat, want)),
      length: 4 &+ coding.length(of: flat, isForeground: false))

    if oldError &* weight <= best &+ price &* moveLength || error >= oldError {
      return skip(index)
    }
    emit(choice, want, flat: flat, column: column, row: row, index: index)
    if error > 0 { inexactCount &+= 1 }
  }

  private mutating func emit(
    _ choice: Choice, _ want: WantedMosaic, flat: UInt32, column: Int, row: Int, index: Int
  ) {
    let mask: MosaicMask
    var foreground: UInt32?
    var background: UInt32?
    switch choice {
    case .newBoth: (mask, foreground, background) = (want.mask, want.bestFirst, want.bestSecond)
    case .foregroundFirst: (mask, background) = (want.mask, want.bestSecond)
    case .backgroundSecond: (mask, foreground) = (want.mask, want.bestFirst)
    case .foregroundSecond: (mask, background) = (want.mask.inverse, want.bestFirst)
    case .backgroundFirst: (mask, foreground) = (want.mask.inverse, want.bestSecond)
    case .pen: mask = want.mask
    case .penInverted: mask = want.mask.inverse
    case .penForegroundOnly: mask = .full
    case .penBackgroundOnly: mask = .empty
    case .newFlat: (mask, background) = (.empty, flat)
    }
    guard
      write(
        glyph: mask.scalar, columns: 1, foreground: foreground, background: background,
        column: column, row: row)
    else { return }
    shown[index].show(mask, pen.foreground, pen.background)
  }

  /// The error of what a cell shows, in the measure of halves.
  @inline(__always)
  private func error(of old: ShownCell, _ want: WantedMosaic) -> Int {
    guard let mask = old.mask else { return infinite }
    let shared = mask.intersection(want.mask).count
    let onlyOld = mask.count &- shared
    let onlyWanted = want.mask.count &- shared
    let neither = MosaicMask.partCount &- shared &- onlyOld &- onlyWanted
    return share(
      shared &* excess(old.first, want.bestFirst, want.first)
        &+ onlyOld &* excess(old.first, want.bestSecond, want.second)
        &+ onlyWanted &* excess(old.second, want.bestFirst, want.first)
        &+ neither &* excess(old.second, want.bestSecond, want.second))
  }

  /// The error of all parts of the first colour in another one.
  @inline(__always)
  private func errorOfFirst(_ code: UInt32, _ want: WantedMosaic) -> Int {
    code == Pen.unknown
      ? infiniteParts : want.mask.count &* excess(code, want.bestFirst, want.first)
  }

  /// The error of all parts of the second colour in another one.
  @inline(__always)
  private func errorOfSecond(_ code: UInt32, _ want: WantedMosaic) -> Int {
    code == Pen.unknown
      ? infiniteParts : want.mask.inverse.count &* excess(code, want.bestSecond, want.second)
  }

  @inline(__always)
  private func excess(_ code: UInt32, _ best: UInt32, _ target: UInt32) -> Int {
    code == best ? 0 : coding.excess(of: code, over: best, target: target)
  }

  /// The error of a cell from the sum of its parts': a half, which has six of twelve, counts as much
  /// as elsewhere. Rounded up, so that only what is exact has none.
  @inline(__always)
  private func share(_ sum: Int) -> Int { (sum &+ 5) / 6 }

  private var infiniteParts: Int { infinite &* 6 }
}

/// What a cell should be.
private struct WantedMosaic {
  let mask: MosaicMask
  /// The colours aimed at.
  let first: UInt32
  let second: UInt32
  /// The codes that come closest to them.
  let bestFirst: UInt32
  let bestSecond: UInt32
}
