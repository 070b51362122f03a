/// The squared distance of two colours, 9 for one level in all channels: red counts 2, green 4,
/// blue 3, the "redmean" weights for a middle red.
@inline(__always)
func squaredDistance(_ first: UInt32, _ second: UInt32) -> Int {
  let red = Int(first & 0xFF) &- Int(second & 0xFF)
  let green = Int(first >> 8 & 0xFF) &- Int(second >> 8 & 0xFF)
  let blue = Int(first >> 16 & 0xFF) &- Int(second >> 16 & 0xFF)
  return 2 &* red &* red &+ 4 &* green &* green &+ 3 &* blue &* blue
}

/// What `squaredDistance` makes of an error of one level in all three channels.
let squaredLevel = 9
