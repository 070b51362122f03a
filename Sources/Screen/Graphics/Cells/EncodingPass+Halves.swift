import Models

/// Cells of two flat halves: the picture.
extension EncodingPass {
  /// What can be written into a cell; the names say which pen colour makes which half.
  private enum Choice {
    case newBoth
    case newBothTurned
    case newBackgroundBelow
    case newForegroundAbove
    case newForegroundBelow
    case newBackgroundAbove
    case penForegroundAbove
    case penForegroundBelow
    case penForegroundOnly
    case penBackgroundOnly
    case newFlat
  }

  @inline(__always)
  mutating func encodeHalves(
    top: UInt32, bottom: UInt32, column: Int, row: Int, index: Int
  ) {
    shown[index].want(top, bottom)
    let top = coding.target(top, column: column, halfRow: row &* 2)
    let bottom = coding.target(bottom, column: column, halfRow: row &* 2 &+ 1)
    let bestTop = coding.code(for: top)
    let bestBottom = coding.code(for: bottom)
    if shown[index].showsHalves(bestTop, bestBottom) {
      shown[index].age = 0
      return
    }
    let want = Halves(top: top, bottom: bottom, bestTop: bestTop, bestBottom: bestBottom)
    encodeDifferent(want, column: column, row: row, index: index)
  }

  private mutating func encodeDifferent(_ want: Halves, column: Int, row: Int, index: Int) {
    let old = shown[index]
    let isKnown = old.glyph == ShownCell.halves
    if keeps(index, isKnown: isKnown) { return }
    let weight = old.weight
    let weightOfNew = old.weightOfNew
    let oldError =
      isKnown ? errorAbove(old.first, want) &+ errorBelow(old.second, want) : infinite
    let moveLength = moveLength(toColumn: column, row: row)
    // The shortest there is: a space in the pen's colours.
    if oldError &* weight <= price &* (moveLength &+ 1) { return skip(index) }

    let topCost = price &* coding.length(of: want.bestTop, isForeground: true)
    let bottomCost = price &* coding.length(of: want.bestBottom, isForeground: false)
    var choice = Choice.newBoth
    // ESC [ ; m and three bytes of glyph.
    var best = price &* 7 &+ topCost &+ bottomCost
    var error = 0
    func consider(_ candidate: Choice, error candidateError: Int, cost: Int) {
      let total = candidateError &* weightOfNew &+ cost
      if total < best {
        best = total
        choice = candidate
        error = candidateError
      }
    }

    // With one colour set: ESC [ m and three bytes of glyph.
    let hasForeground = pen.foreground != Pen.unknown
    let hasBackground = pen.background != Pen.unknown
    let foregroundAbove = hasForeground ? errorAbove(pen.foreground, want) : infinite
    let foregroundBelow = hasForeground ? errorBelow(pen.foreground, want) : infinite
    let backgroundAbove = hasBackground ? errorAbove(pen.background, want) : infinite
    let backgroundBelow = hasBackground ? errorBelow(pen.background, want) : infinite
    let oneSet = price &* 6
    consider(.newBackgroundBelow, error: foregroundAbove, cost: oneSet &+ bottomCost)
    consider(.newForegroundAbove, error: backgroundBelow, cost: oneSet &+ topCost)
    consider(.newForegroundBelow, error: backgroundAbove, cost: oneSet &+ bottomCost)
    consider(.newBackgroundAbove, error: foregroundBelow, cost: oneSet &+ topCost)
    let glyph = price &* 3
    consider(.penForegroundAbove, error: foregroundAbove &+ backgroundBelow, cost: glyph)
    consider(.penForegroundBelow, error: backgroundAbove &+ foregroundBelow, cost: glyph)
    consider(.penForegroundOnly, error: foregroundAbove &+ foregroundBelow, cost: glyph)
    consider(.penBackgroundOnly, error: backgroundAbove &+ backgroundBelow, cost: price)
    let flat = coding.code(
      for: Color(rawValue: want.top).mean(with: Color(rawValue: want.bottom)).rawValue)
    consider(
      .newFlat, error: errorAbove(flat, want) &+ errorBelow(flat, want),
      cost: price &* (4 &+ coding.length(of: flat, isForeground: false)))

    if oldError &* weight <= best &+ price &* moveLength || error >= oldError {
      return skip(index)
    }
    if choice == .newBoth,
      isNext(after: index, column: column, closerTo: want.top, than: want.bottom)
    {
      choice = .newBothTurned
    }
    emit(choice, want, flat: flat, column: column, row: row, index: index)
    if error > 0 { inexactCount &+= 1 }
  }

  private mutating func emit(
    _ choice: Choice, _ want: Halves, flat: UInt32, column: Int, row: Int, index: Int
  ) {
    let upper = Glyph.upperHalf.rawValue
    let lower = Glyph.lowerHalf.rawValue
    let glyph: UInt32
    var foreground: UInt32?
    var background: UInt32?
    switch choice {
    case .newBoth:
      (glyph, foreground, background) = (upper, want.bestTop, want.bestBottom)
    case .newBothTurned:
      (glyph, foreground, background) = (lower, want.bestBottom, want.bestTop)
    case .newBackgroundBelow: (glyph, background) = (upper, want.bestBottom)
    case .newForegroundAbove: (glyph, foreground) = (upper, want.bestTop)
    case .newForegroundBelow: (glyph, foreground) = (lower, want.bestBottom)
    case .newBackgroundAbove: (glyph, background) = (lower, want.bestTop)
    case .penForegroundAbove: glyph = upper
    case .penForegroundBelow: glyph = lower
    case .penForegroundOnly: glyph = Glyph.full.rawValue
    case .penBackgroundOnly: glyph = Glyph.space.rawValue
    case .newFlat: (glyph, background) = (Glyph.space.rawValue, flat)
    }
    guard
      write(
        glyph: glyph, columns: 1, foreground: foreground, background: background, column: column,
        row: row)
    else { return }
    let (above, below) =
      switch glyph {
      case upper: (pen.foreground, pen.background)
      case lower: (pen.background, pen.foreground)
      case Glyph.space.rawValue: (pen.background, pen.background)
      default: (pen.foreground, pen.foreground)
      }
    shown[index].show(ShownCell.halves, above, below)
  }

  @inline(__always)
  private func errorAbove(_ code: UInt32, _ want: Halves) -> Int {
    code == want.bestTop ? 0 : coding.excess(of: code, over: want.bestTop, target: want.top)
  }

  @inline(__always)
  private func errorBelow(_ code: UInt32, _ want: Halves) -> Int {
    code == want.bestBottom
      ? 0 : coding.excess(of: code, over: want.bestBottom, target: want.bottom)
  }
}

/// What a cell's halves should be.
private struct Halves {
  /// The colours aimed at.
  let top: UInt32
  let bottom: UInt32
  /// The codes that come closest to them.
  let bestTop: UInt32
  let bestBottom: UInt32
}
