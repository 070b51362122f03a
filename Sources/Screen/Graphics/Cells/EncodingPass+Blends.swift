import Models

/// Cells of two flat halves in true colour.
///
/// The pass first decides what to write into each cell. Colours are set when it is known who shares
/// them: each becomes the mean of the halves drawn in it. Sharing costs half of what it would if
/// the first half had its exact colour, so more cells share.
extension EncodingPass {
  @inline(__always)
  mutating func encodeBlended(
    top: UInt32, bottom: UInt32, column: Int, row: Int, index: Int
  ) {
    shown[index].want(top, bottom)
    if shown[index].showsHalves(top, bottom) {
      shown[index].age = 0
      return
    }
    let old = shown[index]
    if keeps(index, isKnown: old.glyph == ShownCell.halves) { return }
    let weight = old.weight
    let oldError =
      old.glyph == ShownCell.halves
      ? squaredDistance(old.first, top) &+ squaredDistance(old.second, bottom) : infinite
    // The shortest option: a space in the pen's colours.
    if oldError &* weight <= price { return skip(index) }
    let moveLength = moveLength(toColumn: column, row: row)
    if oldError &* weight <= price &* (moveLength &+ 1) { return skip(index) }
    plan(
      top: top, bottom: bottom, old: old, maxCost: oldError &* weight &- price &* moveLength,
      column: column, row: row, index: index)
  }

  /// Chooses the least sum of error and bytes, unless skipping the cell is better still.
  private mutating func plan(
    top: UInt32, bottom: UInt32, old: ShownCell, maxCost: Int, column: Int, row: Int, index: Int
  ) {
    if plans.stepCount == 0 { plans.begin(with: pen) }
    let weight = Float(old.weightOfNew)
    let price = Float(price)
    let above = Levels(top)
    let below = Levels(bottom)
    // An equal cost is no better than skipping the cell.
    var best = Float(maxCost)
    var choice: PenChoice?
    @inline(__always)
    func consider(_ candidate: PenChoice, _ cost: Float) {
      if cost < best {
        best = cost
        choice = candidate
      }
    }

    let bothNew: PenChoice =
      blocksHaveGaps
      ? [.foregroundSecond, .setsForeground, .setsBackground]
      : [.foregroundFirst, .setsForeground, .setsBackground]
    let foregroundAbove = plans.foreground.distance(to: above)
    let foregroundBelow = plans.foreground.distance(to: below)
    let backgroundAbove = plans.background.distance(to: above)
    let backgroundBelow = plans.background.distance(to: below)
    let foregroundShare = plans.foreground.share(of: weight)
    let backgroundShare = plans.background.share(of: weight)
    // The shortest sequence that sets a colour: ESC [ m, three digits, the colour's introducer, a
    // space.
    let shortestChange = price * 14
    if shortestChange < best {
      let topCost = price * Float(coding.length(of: top, isForeground: true))
      let bottomCost = price * Float(coding.length(of: bottom, isForeground: false))
      // ESC [ ; m and a glyph of three bytes.
      consider(bothNew, price * 7 + topCost + bottomCost)
      // With one colour set: ESC [ m and a glyph of three bytes.
      let oneSet = price * 6
      if !blocksHaveGaps {
        consider(
          [.foregroundFirst, .setsBackground],
          foregroundAbove * foregroundShare + oneSet + bottomCost)
        consider(
          [.foregroundFirst, .setsForeground],
          backgroundBelow * backgroundShare + oneSet + topCost)
      }
      consider(
        [.foregroundSecond, .setsForeground],
        backgroundAbove * backgroundShare + oneSet + bottomCost)
      consider(
        [.foregroundSecond, .setsBackground],
        foregroundBelow * foregroundShare + oneSet + topCost)
    }
    if !blocksHaveGaps {
      consider(
        [.foregroundFirst],
        foregroundAbove * foregroundShare + backgroundBelow * backgroundShare + price * 3)
    }
    consider(
      [.foregroundSecond],
      foregroundBelow * foregroundShare + backgroundAbove * backgroundShare + price * 3)
    // Both halves in one colour: their own distance, and that of their mean from the colour, which
    // is the mean of their distances minus a quarter of their own.
    let apart = above.distance(to: below)
    let flat = apart * 0.5 * weight
    if flat < best {
      let foregroundFlat = max((foregroundAbove + foregroundBelow) * 0.5 - apart * 0.25, 0)
      let backgroundFlat = max((backgroundAbove + backgroundBelow) * 0.5 - apart * 0.25, 0)
      if plans.foreground.distance(to: plans.background) <= Float(seam) {
        consider(
          [.foregroundFirst, .foregroundSecond],
          flat + foregroundFlat * plans.foreground.share(of: weight * 2) + price * 3)
      }
      consider(
        [], flat + backgroundFlat * plans.background.share(of: weight * 2) + price)
      if flat + shortestChange < best {
        // ESC [ m and a space.
        let mean = Color(rawValue: top).mean(with: Color(rawValue: bottom)).rawValue
        consider(
          [.setsBackground],
          flat + price * Float(4 &+ coding.length(of: mean, isForeground: false)))
      }
    }

    guard var choice else { return skip(index) }
    if choice == bothNew, !blocksHaveGaps,
      isNext(after: index, column: column, closerTo: top, than: bottom)
    {
      choice = [.foregroundSecond, .setsForeground, .setsBackground]
    } else if choice == [.foregroundFirst, .foregroundSecond], isRun(from: index, column: column) {
      choice = [.setsBackground]
    }
    plans.add(choice, above, below, weight: weight, column: column, row: row)
    pen.column = column &+ 1
    pen.row = pen.column >= size.columns ? -1 : row
  }

  /// Whether the cell to the right is closer to one colour than to another. The closer colour is
  /// better as the background: if that cell is flat it becomes a space, which is shorter than a
  /// full block and leaves no gaps in terminals that antialias blocks.
  @inline(__always)
  func isNext(
    after index: Int, column: Int, closerTo first: UInt32, than second: UInt32
  ) -> Bool {
    guard column &+ 1 < size.columns, let next = cells[index &+ 1].halves else { return false }
    let (top, bottom) = (next.top.rawValue, next.bottom.rawValue)
    return squaredDistance(top, first) &+ squaredDistance(bottom, first)
      < squaredDistance(top, second) &+ squaredDistance(bottom, second)
  }

  /// Whether a cell starts a run of equal flat cells long enough that spaces take no more bytes
  /// than full blocks, including the background colour.
  private func isRun(from index: Int, column: Int) -> Bool {
    let length = 8
    guard column &+ length <= size.columns, let first = cells[index].halves,
      first.top == first.bottom
    else { return false }
    for next in (index &+ 1)..<(index &+ length) {
      guard let halves = cells[next].halves, halves == first else { return false }
    }
    return true
  }

  /// Writes the planned cells. Must be called before anything is written directly.
  mutating func settle() {
    guard plans.stepCount > 0 else { return }
    plans.close()
    pen = plans.pen
    var colors = plans.colors
    // What the plan takes for the pen's background while that is another.
    var plannedBackground: UInt32?
    for step in UnsafeBufferPointer(start: plans.steps, count: plans.stepCount) {
      var foreground: UInt32?
      var background: UInt32?
      if step.choice.contains(.setsForeground) {
        foreground = colors.pointee
        colors += 1
      }
      if step.choice.contains(.setsBackground) {
        background = colors.pointee
        colors += 1
        plannedBackground = nil
      }
      var isForegroundAbove = step.choice.contains(.foregroundFirst)
      var isForegroundBelow = step.choice.contains(.foregroundSecond)
      if !(isForegroundAbove && isForegroundBelow) {
        if let planned = plannedBackground {
          background = planned
          plannedBackground = nil
        }
      } else if squaredDistance(pen.foreground, pen.background) > seam {
        // The two have moved apart since: a space has no seams.
        plannedBackground = plannedBackground ?? pen.background
        background = pen.foreground
        (isForegroundAbove, isForegroundBelow) = (false, false)
      }
      let glyph: Glyph =
        switch (isForegroundAbove, isForegroundBelow) {
        case (true, false): .upperHalf
        case (false, true): .lowerHalf
        case (true, true): .full
        case (false, false): .space
        }
      let (column, row) = (Int(step.column), Int(step.row))
      guard
        write(
          glyph: glyph.rawValue, columns: 1, foreground: foreground, background: background,
          column: column, row: row)
      else { break }
      let index = row &* size.columns &+ column
      let top = isForegroundAbove ? pen.foreground : pen.background
      let bottom = isForegroundBelow ? pen.foreground : pen.background
      shown[index].show(ShownCell.halves, top, bottom)
      if shown[index].wantedFirst != top || shown[index].wantedSecond != bottom {
        inexactCount &+= 1
      }
    }
    plans.stepCount = 0
  }
}
