/// A cell to be written, and which pen colour draws which parts.
struct BlendStep {
  let column: UInt16
  let row: UInt16
  let mask: MosaicMask
  let choice: PenChoice

  /// - Parameter mask: The parts of the first colour.
  @inline(__always)
  init(column: Int, row: Int, choice: PenChoice, mask: MosaicMask) {
    self.column = UInt16(truncatingIfNeeded: column)
    self.row = UInt16(truncatingIfNeeded: row)
    self.choice = choice
    self.mask = mask
  }
}

/// Cells to be written, and their colours (docs/decisions/cells-encoder.md).
struct BlendPlan {
  // Memory of the encoder: one step per cell and two colours per step. Only the pass uses it.
  let steps: UnsafeMutablePointer<BlendStep>
  let colors: UnsafeMutablePointer<UInt32>

  var stepCount = 0
  /// The pen before the first cell.
  private(set) var pen = Pen()
  /// The pen's colours after the last cell, which may still change.
  private(set) var foreground = Blend(pen: Pen.unknown)
  private(set) var background = Blend(pen: Pen.unknown)
  /// Their indices among the colours; -1 while they are those of `pen`.
  private var foregroundPlace = -1
  private var backgroundPlace = -1
  private var colorCount = 0

  init(steps: UnsafeMutablePointer<BlendStep>, colors: UnsafeMutablePointer<UInt32>) {
    self.steps = steps
    self.colors = colors
  }

  /// Starts over with the terminal's current pen.
  mutating func begin(with pen: Pen) {
    self.pen = pen
    foreground = Blend(pen: pen.foreground)
    background = Blend(pen: pen.background)
    (foregroundPlace, backgroundPlace, colorCount) = (-1, -1, 0)
  }

  /// Adds a cell.
  ///
  /// - Parameters:
  ///   - first: The first colour.
  ///   - second: The second.
  ///   - firstWeight: The weight of the parts of the first.
  ///   - secondWeight: That of the others.
  @inline(__always)
  mutating func add(
    _ step: BlendStep, _ first: Levels, _ second: Levels, firstWeight: Float, secondWeight: Float
  ) {
    let choice = step.choice
    let isForegroundFirst = choice.contains(.foregroundFirst)
    let isForegroundSecond = choice.contains(.foregroundSecond)
    if choice.contains(.setsForeground) {
      if foregroundPlace >= 0 { colors[foregroundPlace] = foreground.color }
      foregroundPlace = colorCount
      colorCount &+= 1
      // Whatever the colour is set for, it starts with one of the two at its own weight.
      foreground =
        isForegroundFirst ? Blend(first, weight: firstWeight) : Blend(second, weight: secondWeight)
    } else {
      if isForegroundFirst { foreground.join(first, weight: firstWeight) }
      if isForegroundSecond { foreground.join(second, weight: secondWeight) }
    }
    if choice.contains(.setsBackground) {
      if backgroundPlace >= 0 { colors[backgroundPlace] = background.color }
      backgroundPlace = colorCount
      colorCount &+= 1
      background =
        isForegroundFirst ? Blend(second, weight: secondWeight) : Blend(first, weight: firstWeight)
      if !isForegroundFirst, !isForegroundSecond { background.join(second, weight: secondWeight) }
    } else {
      if !isForegroundFirst { background.join(first, weight: firstWeight) }
      if !isForegroundSecond { background.join(second, weight: secondWeight) }
    }
    steps[stepCount] = step
    stepCount &+= 1
  }

  /// Fixes the last colours.
  mutating func close() {
    if foregroundPlace >= 0 { colors[foregroundPlace] = foreground.color }
    if backgroundPlace >= 0 { colors[backgroundPlace] = background.color }
  }
}
