/// Cells of one colour without blocks: spaces, or characters of similar brightness.
extension EncodingPass {
  /// Encodes a cell as a space in a background colour.
  mutating func encodeFlat(_ color: UInt32, column: Int, row: Int, index: Int) {
    shown[index].want(color, color)
    let target = coding.target(color, column: column, halfRow: row)
    let best = coding.code(for: target)
    let old = shown[index]
    if old.showsHalves(best, best) {
      shown[index].age = 0
      return
    }
    /// For a half of the cell.
    func error(of code: UInt32) -> Int { excess(code, best, target) }
    let isKnown = old.glyph == ShownCell.halves
    if keeps(index, isKnown: isKnown) { return }
    let oldError = isKnown ? error(of: old.first) &+ error(of: old.second) : infinite
    let keptError = pen.background == Pen.unknown ? infinite : 2 &* error(of: pen.background)
    let keptCost = keptError &* old.weightOfNew &+ price
    // ESC [ m and a space.
    let newCost = price &* (4 &+ coding.length(of: best, isForeground: false))
    let keepsBackground = keptCost < newCost || keptError == 0
    let newError = keepsBackground ? keptError : 0
    let cost = min(keptCost, newCost) &+ price &* moveLength(toColumn: column, row: row)
    if oldError &* old.weight <= cost || newError >= oldError { return skip(index) }

    guard
      write(
        glyph: Glyph.space.rawValue, columns: 1, foreground: nil,
        background: keepsBackground ? nil : best, column: column, row: row)
    else { return }
    if newError > 0 { inexactCount &+= 1 }
    shown[index].show(ShownCell.halves, pen.background, pen.background)
  }

  /// Encodes a cell as a character on black of about the same brightness as a colour.
  mutating func encodeShade(_ color: UInt32, column: Int, row: Int, index: Int) {
    let shade = BrightnessRamp.shade(color)
    guard shade.step > 0 else {
      return encodeFlat(color, column: column, row: row, index: index)
    }
    shown[index].want(color, 0)
    let best = coding.code(for: shade.color)
    let old = shown[index]
    let black = coding.code(for: 0)
    if old.shadeStep == shade.step, old.first == best, old.second == black {
      shown[index].age = 0
      return
    }
    if keeps(index, isKnown: old.shadeStep != nil) { return }
    let bestDistance = squaredDistance(
      BrightnessRamp.color(coding.color(of: best), step: shade.step), color)
    /// For the whole cell.
    func error(of code: UInt32, step: Int) -> Int {
      if code == best && step == shade.step { return 0 }
      let seen = BrightnessRamp.color(coding.color(of: code), step: step)
      return 2 &* max(squaredDistance(seen, color) &- bestDistance, 1)
    }
    var oldError = infinite
    if let step = old.shadeStep, old.second == black {
      oldError = error(of: old.first, step: step)
    } else if old.showsHalves(black, black) {
      oldError = error(of: black, step: 0)
    }
    let setsBackground = pen.background != black
    // ESC [ m, the background if needed, and the character.
    let length = setsBackground ? 4 &+ coding.length(of: black, isForeground: false) : 1
    let newLength =
      length &+ coding.length(of: best, isForeground: true) &+ (setsBackground ? 1 : 3)
    var (cost, step, newError, foreground) = (
      price &* newLength, shade.step, 0, Optional(best)
    )
    if pen.foreground != Pen.unknown {
      for candidate in 0..<BrightnessRamp.count {
        let candidateError = error(of: pen.foreground, step: candidate)
        let candidateCost = candidateError &* old.weightOfNew &+ price &* length
        if candidateCost < cost {
          (cost, step, newError, foreground) = (candidateCost, candidate, candidateError, nil)
        }
      }
    }
    cost &+= price &* moveLength(toColumn: column, row: row)
    if oldError &* old.weight <= cost || newError >= oldError { return skip(index) }

    guard
      write(
        glyph: BrightnessRamp.character(step), columns: 1, foreground: foreground,
        background: setsBackground ? black : nil, column: column, row: row)
    else { return }
    if newError > 0 { inexactCount &+= 1 }
    if step == 0 {
      shown[index].show(ShownCell.halves, black, black)
    } else {
      shown[index].show(ShownCell.glyph(ofShade: step), pen.foreground, black)
    }
  }
}
