/// A cell that will be written, and which colour of the pen makes which half.
struct BlendStep {
  let column: UInt16
  let row: UInt16
  let choice: PenChoice
}

/// Cells that will be written, and the colours they will be written in (docs/decisions/cells-encoder.md).
struct BlendPlan {
  // Memory of the encoder, for a step for each cell and two colours for each step. The pass alone
  // holds it.
  let steps: UnsafeMutablePointer<BlendStep>
  let colors: UnsafeMutablePointer<UInt32>

  /// How many cells there are.
  var stepCount = 0
  /// The pen before the first of them.
  private(set) var pen = Pen()
  /// The pen's colours after the last of them, which may still change.
  private(set) var foreground = Blend(pen: Pen.unknown)
  private(set) var background = Blend(pen: Pen.unknown)
  /// Their places among the colours; -1 while they are those of `pen`.
  private var foregroundPlace = -1
  private var backgroundPlace = -1
  private var colorCount = 0

  /// Creates a plan without steps.
  init(steps: UnsafeMutablePointer<BlendStep>, colors: UnsafeMutablePointer<UInt32>) {
    self.steps = steps
    self.colors = colors
  }

  /// Begins anew with the pen as the terminal has it.
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
      // Whatever it is set for, a half of its own weight begins it.
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

  /// Gives the last colours their values.
  mutating func close() {
    if foregroundPlace >= 0 { colors[foregroundPlace] = foreground.color }
    if backgroundPlace >= 0 { colors[backgroundPlace] = background.color }
  }
}
