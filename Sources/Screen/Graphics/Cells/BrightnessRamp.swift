/// ASCII characters in order of brightness.
///
/// A level is the brightness of a pixel that equals a cell of the character in white, with `@` as
/// white: the light of a cell of DejaVu Sans Mono at 11 points, as drawn by xterm and kitty, to the
/// power of 1 / 2.2.
enum BrightnessRamp {
  private static let steps: StaticString = " .-:*+=%#@"

  /// How many characters there are; the first is a space.
  static let count = 10

  /// The character of a step.
  @inline(__always)
  static func character(_ step: Int) -> UInt32 {
    steps.withUTF8Buffer { UInt32($0[step]) }
  }

  /// The brightness of a step, 0 to 255.
  @inline(__always)
  static func level(_ step: Int) -> UInt32 {
    switch step {
    case 0: 0
    case 1: 81
    case 2: 97
    case 3: 110
    case 4: 156
    case 5: 170
    case 6: 180
    case 7: 218
    case 8: 248
    default: 255
    }
  }

  /// The darkest step at least as bright as a level.
  static func step(atLeast level: UInt32) -> Int {
    (0..<count).first { self.level($0) >= level } ?? count - 1
  }

  /// The step closest to a level.
  static func step(nearest level: UInt32) -> Int {
    let above = step(atLeast: level)
    guard above > 0, level - self.level(above - 1) < self.level(above) - level else { return above }
    return above - 1
  }

  /// The average colour of a step's character in a colour, on black.
  @inline(__always)
  static func color(_ color: UInt32, step: Int) -> UInt32 {
    let level = level(step)
    func scaled(_ channel: UInt32) -> UInt32 { (channel & 0xFF) &* level / 255 }
    return scaled(color) | scaled(color >> 8) << 8 | scaled(color >> 16) << 16
  }

  /// The darkest character that can be as bright as a colour, and the colour it needs for that.
  static func shade(_ color: UInt32) -> (step: Int, color: UInt32) {
    let step = step(atLeast: max(color & 0xFF, color >> 8 & 0xFF, color >> 16 & 0xFF))
    guard step > 0 else { return (0, 0) }
    let level = level(step)
    func raised(_ channel: UInt32) -> UInt32 { ((channel & 0xFF) &* 255 &+ level / 2) / level }
    return (step, raised(color) | raised(color >> 8) << 8 | raised(color >> 16) << 16)
  }
}
