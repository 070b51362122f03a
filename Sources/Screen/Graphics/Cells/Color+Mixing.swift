extension Color {
  /// Returns the colour mixed with another: 0 is this one, 1 the other, channel by channel.
  package func mixed(with other: Color, by part: Double) -> Color {
    let part = min(max(part, 0), 1)
    func mix(_ first: UInt8, _ second: UInt8) -> UInt8 {
      UInt8((Double(first) + (Double(second) - Double(first)) * part).rounded())
    }
    return Color(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }
}
