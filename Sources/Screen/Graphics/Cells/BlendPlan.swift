/// A cell to be written, and which pen colour draws which half.
struct BlendStep {
  let column: UInt16
  let row: UInt16
  let choice: PenChoice
}

/// Cells to be written, and their colours (docs/decisions/cells-encoder.md).
struct BlendPlan {
  // Memory of the encoder: one step per cell and two colours per step. Only the pass uses it.
  let steps: UnsafeMutablePointer<BlendStep>
  let colors: UnsafeMutablePointer<UInt32>

  /// How many cells there are.
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

  /// Creates a plan without steps.
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
  @inline(__always)
  mutating func add(
    _ choice: PenChoice, _ above: Levels, _ below: Levels, weight: Float,
    column: Int, row: Int
  ) {
    let isForegroundAbove = choice.contains(.foregroundFirst)
    let isForegroundBelow = choice.contains(.foregroundSecond)
    if choice.contains(.setsForeground) {
      if foregroundPlace >= 0 { colors[foregroundPlace] = foreground.color }
      foregroundPlace = colorCount
      colorCount &+= 1
      // Whatever the colour is set for, it starts with a half at its own weight.
      foreground = Blend(isForegroundAbove ? above : below, weight: weight)
    } else {
      if isForegroundAbove { foreground.join(above, weight: weight) }
      if isForegroundBelow { foreground.join(below, weight: weight) }
    }
    if choice.contains(.setsBackground) {
      if backgroundPlace >= 0 { colors[backgroundPlace] = background.color }
      backgroundPlace = colorCount
      colorCount &+= 1
      background = Blend(isForegroundAbove ? below : above, weight: weight)
      if !isForegroundAbove, !isForegroundBelow { background.join(below, weight: weight) }
    } else {
      if !isForegroundAbove { background.join(above, weight: weight) }
      if !isForegroundBelow { background.join(below, weight: weight) }
    }
    steps[stepCount] = BlendStep(
      column: UInt16(truncatingIfNeeded: column), row: UInt16(truncatingIfNeeded: row),
      choice: choice)
    stepCount &+= 1
  }

  /// Fixes the last colours.
  mutating func close() {
    if foregroundPlace >= 0 { colors[foregroundPlace] = foreground.color }
    if backgroundPlace >= 0 { colors[backgroundPlace] = background.color }
  }
}
