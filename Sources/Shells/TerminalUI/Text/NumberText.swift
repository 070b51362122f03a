/// Numbers as they are shown.
enum NumberText {
  /// A count, its digits in groups of three where there are five or more: `3456`, `34 567`.
  static func count(_ number: Int) -> String {
    let digits = String(number.magnitude)
    guard digits.count > 4 else { return String(number) }
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += " " }
      text.append(digit)
    }
    return number < 0 ? "-" + text : text
  }

  /// A number of bytes in decimal units, with what they are exactly where that is no more than that:
  /// `999 bytes`, `12.3 MB`.
  static func bytes(_ count: Int) -> String {
    scaled(Double(count), units: ["bytes", "kB", "MB", "GB", "TB", "PB"])
  }

  /// A rate in bits a second: `2.5 Mbit/s`.
  static func bitRate(_ rate: Int) -> String {
    scaled(Double(rate), units: ["bit/s", "kbit/s", "Mbit/s", "Gbit/s"])
  }

  /// A number with up to three digits behind the point, and no zeros at its end: `29.97`.
  static func decimal(_ number: Double) -> String {
    guard number.isFinite, abs(number) < 1e12 else { return "?" }
    let thousandths = Int((number * 1_000).rounded())
    let fraction = thousandths.magnitude % 1_000
    var text = "\(thousandths < 0 ? "-" : "")\(thousandths.magnitude / 1_000)"
    guard fraction > 0 else { return text }
    text += "." + String(fraction + 1_000).dropFirst()
    while text.last == "0" { text.removeLast() }
    return text
  }

  private static func scaled(_ number: Double, units: [String]) -> String {
    var number = max(number, 0)
    var unit = 0
    // 999.95 would be shown as 1000.0.
    while number >= (unit == 0 ? 1_000 : 999.95), unit + 1 < units.count {
      number /= 1_000
      unit += 1
    }
    guard unit > 0 else { return "\(Int(number)) \(units[0])" }
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }
}
