extension Double {
  /// With up to three decimals and no trailing zeros: `29.97`.
  ///
  /// - Returns: `nil` if it has too many digits, or is no number.
  package func thousandths(point: String = ".") -> String? {
    guard isFinite, magnitude < 1e15 else { return nil }
    let number = Int((self * 1_000).rounded())
    var text = "\(number < 0 ? "-" : "")\(number.magnitude / 1_000)"
    let rest = Int(number.magnitude % 1_000)
    guard rest > 0 else { return text }
    text += point + rest.padded(to: 3)
    while text.last == "0" { text.removeLast() }
    return text
  }
}

extension BinaryInteger {
  /// Its digits, with zeros before them up to a width: `07`.
  package func padded(to width: Int, radix: Int = 10) -> String {
    let digits = String(self, radix: radix)
    return String(repeating: "0", count: max(width - digits.utf8.count, 0)) + digits
  }
}
