/// A pen colour while a frame is encoded: the weighted mean of the halves that will be drawn in it.
/// It gets its final value when no more halves can join.
struct Blend {
  private var mean: Levels
  private var weight: Float

  /// More than the total weight of any halves: nothing changes a colour the terminal already has.
  @inline(__always)
  private static var fixed: Float { 1e20 }

  /// The current colour of the terminal's pen; infinitely far from any other if unknown.
  init(pen code: UInt32) {
    mean = code == Pen.unknown ? .infinite : Levels(code)
    weight = Blend.fixed
  }

  /// The colour of one half.
  @inline(__always)
  init(_ levels: Levels, weight: Float) {
    mean = levels
    self.weight = weight
  }

  /// The squared distance of a half's colour from the mean.
  @inline(__always)
  func distance(to levels: Levels) -> Float { mean.distance(to: levels) }

  /// The squared distance of the other pen colour; not a number if both are unknown.
  @inline(__always)
  func distance(to other: Blend) -> Float { mean.distance(to: other.mean) }

  /// The factor from a half's squared distance to the error that joining adds, for the half and for
  /// those already here: the sum of squares about a mean (B. P. Welford, 1962).
  @inline(__always)
  func share(of weight: Float) -> Float { weight * self.weight / (self.weight + weight) }

  /// Adds a half.
  @inline(__always)
  mutating func join(_ levels: Levels, weight: Float) {
    guard self.weight < Blend.fixed else { return }
    self.weight += weight
    // A half of the same colour changes nothing, not even by rounding.
    mean.move(to: levels, by: weight / self.weight)
  }

  /// The colour to send.
  @inline(__always)
  var color: UInt32 { mean.color }
}

/// A colour of fractional levels.
struct Levels {
  private var red: Float
  private var green: Float
  private var blue: Float

  @inline(__always)
  init(_ color: UInt32) {
    red = Float(color & 0xFF)
    green = Float(color >> 8 & 0xFF)
    blue = Float(color >> 16 & 0xFF)
  }

  private init(all level: Float) {
    (red, green, blue) = (level, level, level)
  }

  /// Infinitely far from any colour.
  static let infinite = Levels(all: .infinity)

  /// The same as `squaredDistance`.
  @inline(__always)
  func distance(to other: Levels) -> Float {
    let red = red - other.red
    let green = green - other.green
    let blue = blue - other.blue
    return 2 * red * red + 4 * green * green + 3 * blue * blue
  }

  /// Moves part of the way to another colour.
  @inline(__always)
  mutating func move(to other: Levels, by part: Float) {
    red += (other.red - red) * part
    green += (other.green - green) * part
    blue += (other.blue - blue) * part
  }

  /// The closest integer colour.
  @inline(__always)
  var color: UInt32 {
    UInt32(red + 0.5) | UInt32(green + 0.5) << 8 | UInt32(blue + 0.5) << 16
  }
}
