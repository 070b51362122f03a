import Models

/// Cells of two flat colours in true colour.
///
/// The pass first decides what to write into each cell. Colours are set when it is known who shares
/// them: each becomes the mean of the parts drawn in it. Sharing costs half of what it would if
/// the first part had its exact colour, so more cells share.
extension EncodingPass {
  /// Encodes a cell of halves.
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
    var (above, below, value) = (top, bottom, oldError &* weight)
    if oldError < infinite, let later = next?.halves(column: column) {
      let change = (squaredDistance(top, later.top), squaredDistance(bottom, later.bottom))
      value =
        value
        &+ lastingValue(
          of: squaredDistance(old.first, later.top) &+ squaredDistance(old.second, later.bottom),
          over: change.0 &+ change.1, weight: weight)
      above = lasting(top, until: later.top, change: change.0 &* weight)
      below = lasting(bottom, until: later.bottom, change: change.1 &* weight)
    }
    planHalves(
      above, below, maxCost: value &- price &* moveLength, column: column, row: row, index: index)
  }

  /// Encodes a cell whose mask contains the upper left part.
  @inline(__always)
  mutating func encodeBlended(
    _ mask: MosaicMask, _ first: UInt32, _ second: UInt32, column: Int, row: Int, index: Int
  ) {
    want(mask, first, second, index: index)
    let old = shown[index]
    if old.first == first, old.second == second,
      old.glyph == ShownCell.glyph(of: mask) || first == second && old.mask != nil
    {
      shown[index].age = 0
      return
    }
    let oldError = error(
      of: old, mask,
      WantedColors(first: first, second: second, bestFirst: first, bestSecond: second))
    if keeps(index, isKnown: oldError < infinite) { return }
    let moveLength = moveLength(toColumn: column, row: row)
    // The shortest option: a space in the pen's colours.
    if oldError &* old.weight <= price &* (moveLength &+ 1) { return skip(index) }
    planMosaic(
      mask, first, second, maxCost: oldError &* old.weight &- price &* moveLength, column: column,
      row: row, index: index)
  }

  /// What an update saves in the next frame, by half. Beyond a certain error the cell will be
  /// updated again then, so greater errors do not count.
  ///
  /// - Parameters:
  ///   - old: The error there of what the cell shows.
  ///   - new: That of what this frame wants.
  ///   - weight: The weight of the cell's errors.
  @inline(__always)
  private func lastingValue(of old: Int, over new: Int, weight: Int) -> Int {
    let most = price &* 24
    return (min(old &* weight, most) &- min(new &* weight, most)) / 2
  }

  /// A colour that also suits the next frame, if that changes little.
  ///
  /// - Parameter change: The squared distance between the two, times its weight.
  @inline(__always)
  private func lasting(_ color: UInt32, until later: UInt32, change: Int) -> UInt32 {
    guard change < price &* 20 else { return color }
    // 13 of 32 parts of the later one; red and blue in one word.
    let redBlue = (color & 0xFF_00FF) &* 19 &+ (later & 0xFF_00FF) &* 13 &+ 0x10_0010
    let green = (color & 0xFF00) &* 19 &+ (later & 0xFF00) &* 13 &+ 0x1000
    return redBlue >> 5 & 0xFF_00FF | green >> 5 & 0xFF00
  }

  private mutating func planHalves(
    _ top: UInt32, _ bottom: UInt32, maxCost: Int, column: Int, row: Int, index: Int
  ) {
    plan(
      .upperHalf, top, bottom, firstHalves: 1, glyphLength: 3, maxCost: maxCost, column: column,
      row: row, index: index)
  }

  private mutating func planMosaic(
    _ mask: MosaicMask, _ first: UInt32, _ second: UInt32, maxCost: Int, column: Int, row: Int,
    index: Int
  ) {
    plan(
      mask, first, second, firstHalves: Float(mask.count) * (2 / Float(MosaicMask.partCount)),
      glyphLength: mask.isQuadrants ? 3 : 4, maxCost: maxCost, column: column, row: row,
      index: index)
  }

  /// Chooses the least sum of error and bytes, unless skipping the cell is better still.
  ///
  /// - Parameters:
  ///   - mask: The parts of the first colour.
  ///   - firstHalves: How many halves of the cell they are.
  ///   - glyphLength: The bytes of the glyph.
  ///   - maxCost: What the best choice must be below.
  @inline(__always)
  private mutating func plan(
    _ mask: MosaicMask, _ first: UInt32, _ second: UInt32, firstHalves: Float, glyphLength: Float,
    maxCost: Int, column: Int, row: Int, index: Int
  ) {
    if plans.stepCount == 0 { plans.begin(with: pen) }
    let weight = Float(shown[index].weightOfNew)
    let (firstWeight, secondWeight) = (weight * firstHalves, weight * (2 - firstHalves))
    let price = Float(price)
    let above = Levels(first)
    let below = Levels(second)
    let hasFirst = !blocksHaveGaps || mask != .upperHalf
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
      hasFirst
      ? [.foregroundFirst, .setsForeground, .setsBackground]
      : [.foregroundSecond, .setsForeground, .setsBackground]
    let foregroundAbove = plans.foreground.distance(to: above)
    let foregroundBelow = plans.foreground.distance(to: below)
    let backgroundAbove = plans.background.distance(to: above)
    let backgroundBelow = plans.background.distance(to: below)
    // The errors of each colour in each of the pen's.
    let firstInForeground = foregroundAbove * plans.foreground.share(of: firstWeight)
    let secondInForeground = foregroundBelow * plans.foreground.share(of: secondWeight)
    let firstInBackground = backgroundAbove * plans.background.share(of: firstWeight)
    let secondInBackground = backgroundBelow * plans.background.share(of: secondWeight)
    // The shortest sequence that sets a colour: ESC [ m, three digits, the colour's introducer, a
    // space.
    let shortestChange = price * 14
    if shortestChange < best {
      let firstCost = price * Float(coding.length(of: first, isForeground: true))
      let secondCost = price * Float(coding.length(of: second, isForeground: false))
      // ESC [ ; m and a glyph.
      consider(bothNew, price * (4 + glyphLength) + firstCost + secondCost)
      // With one colour set: ESC [ m and a glyph.
      let oneSet = price * (3 + glyphLength)
      if hasFirst {
        consider([.foregroundFirst, .setsBackground], firstInForeground + oneSet + secondCost)
        consider([.foregroundFirst, .setsForeground], secondInBackground + oneSet + firstCost)
      }
      consider([.foregroundSecond, .setsForeground], firstInBackground + oneSet + secondCost)
      consider([.foregroundSecond, .setsBackground], secondInForeground + oneSet + firstCost)
    }
    if hasFirst {
      consider([.foregroundFirst], firstInForeground + secondInBackground + price * glyphLength)
    }
    consider([.foregroundSecond], secondInForeground + firstInBackground + price * glyphLength)
    // The whole cell in one colour: the distances of its parts from their mean, and that of their
    // mean from the colour, which is the mean of their distances minus that between them.
    let apart = above.distance(to: below)
    let (firstShare, secondShare) = (firstHalves * 0.5, 1 - firstHalves * 0.5)
    let between = apart * (firstShare * secondShare)
    let flat = between * 2 * weight
    if flat < best {
      let foregroundFlat = max(
        foregroundAbove * firstShare + foregroundBelow * secondShare - between, 0)
      let backgroundFlat = max(
        backgroundAbove * firstShare + backgroundBelow * secondShare - between, 0)
      if plans.foreground.distance(to: plans.background) <= Float(seam) {
        // A full block.
        consider(
          [.foregroundFirst, .foregroundSecond],
          flat + foregroundFlat * plans.foreground.share(of: weight * 2) + price * 3)
      }
      consider(
        [], flat + backgroundFlat * plans.background.share(of: weight * 2) + price)
      if flat + shortestChange < best {
        // ESC [ m and a space.
        let mean = Mosaic(
          mask: mask, first: Color(rawValue: first), second: Color(rawValue: second)
        ).mean.rawValue
        consider(
          [.setsBackground],
          flat + price * Float(4 &+ coding.length(of: mean, isForeground: false)))
      }
    }

    guard var choice else { return skip(index) }
    if choice == bothNew, mask == .upperHalf, hasFirst,
      isNext(after: index, column: column, closerTo: first, than: second)
    {
      choice = [.foregroundSecond, .setsForeground, .setsBackground]
    } else if choice == [.foregroundFirst, .foregroundSecond], isRun(from: index, column: column) {
      choice = [.setsBackground]
    }
    plans.add(
      BlendStep(column: column, row: row, choice: choice, mask: mask), above, below,
      firstWeight: firstWeight, secondWeight: secondWeight)
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
      var parts = step.choice.parts(of: step.mask)
      if parts != .full {
        if let planned = plannedBackground {
          background = planned
          plannedBackground = nil
        }
      } else if squaredDistance(pen.foreground, pen.background) > seam {
        // The two have moved apart since: a space has no seams.
        plannedBackground = plannedBackground ?? pen.background
        background = pen.foreground
        parts = .empty
      }
      let (column, row) = (Int(step.column), Int(step.row))
      guard
        write(
          glyph: parts.scalar, columns: 1, foreground: foreground, background: background,
          column: column, row: row)
      else { break }
      let index = row &* size.columns &+ column
      shown[index].show(parts, pen.foreground, pen.background)
      let isFirst = step.choice.contains(.foregroundFirst) && parts != .empty
      let isSecond = step.choice.contains(.foregroundSecond) && parts != .empty
      let first = isFirst ? pen.foreground : pen.background
      let second = isSecond ? pen.foreground : pen.background
      let (wantedFirst, wantedSecond) = shown[index].wantedColors
      if wantedFirst != first || wantedSecond != second { inexactCount &+= 1 }
    }
    plans.stepCount = 0
  }
}
