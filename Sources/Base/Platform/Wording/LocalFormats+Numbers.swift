extension LocalFormats {
  /// A count, with digit groups from five digits on: `3456`, `34 567`.
  package func count(_ number: Int) -> String {
    let digits = String(number.magnitude)
    guard digits.count > 4, !groupSeparator.isEmpty else { return String(number) }
    var rest = digits[...]
    var parts: [Substring] = []
    var sizes = groups[...]
    var size = 3
    while !rest.isEmpty {
      if let next = sizes.popFirst() { size = next }
      // No more groups from here.
      if size < 1 { size = rest.count }
      parts.append(rest.suffix(size))
      rest = rest.dropLast(size)
    }
    return (number < 0 ? "-" : "") + parts.reversed().joined(separator: groupSeparator)
  }

  /// A number of bytes in decimal units, exact for small numbers: `999 bytes`, `12.3 MB`.
  package func bytes(_ count: Int) -> String {
    let (number, unit) = scaled(Double(count), units: 6)
    return switch unit {
    case 0: localizedPlural(count, "%s byte", "%s bytes", number)
    case 1: localized("%s kB", number)
    case 2: localized("%s MB", number)
    case 3: localized("%s GB", number)
    case 4: localized("%s TB", number)
    default: localized("%s PB", number)
    }
  }

  /// A number of bytes in decimal units and exactly: `12.3 MB (12 345 678 bytes)`.
  package func exactBytes(_ number: Int) -> String {
    guard number >= 1_000 else { return bytes(number) }
    let exactly = localizedPlural(number, "%s byte", "%s bytes", count(number))
    return "\(bytes(number)) (\(exactly))"
  }

  /// A bit rate: `2.5 Mbit/s`.
  package func bitRate(_ rate: Int) -> String {
    let (number, unit) = scaled(Double(rate), units: 4)
    return switch unit {
    case 0: localized("%s bit/s", number)
    case 1: localized("%s kbit/s", number)
    case 2: localized("%s Mbit/s", number)
    default: localized("%s Gbit/s", number)
    }
  }

  /// A number with up to three decimals and no trailing zeros: `29.97`.
  package func decimal(_ number: Double) -> String {
    number.thousandths(point: decimalSeparator) ?? "?"
  }

  /// A number with one decimal: `2.0`.
  package func tenths(_ number: Double) -> String {
    guard number.isFinite, abs(number) < 1e9 else { return "?" }
    let tenths = Int((number * 10).rounded())
    return (tenths < 0 ? "-" : "")
      + "\(tenths.magnitude / 10)\(decimalSeparator)\(tenths.magnitude % 10)"
  }

  /// A number scaled by powers of a thousand, and the exponent.
  private func scaled(_ number: Double, units: Int) -> (String, Int) {
    var number = max(number, 0)
    var unit = 0
    // 999.95 would be rounded to 1000.0.
    while number >= (unit == 0 ? 1_000 : 999.95), unit + 1 < units {
      number /= 1_000
      unit += 1
    }
    return (unit == 0 ? String(Int(number)) : tenths(number), unit)
  }
}
