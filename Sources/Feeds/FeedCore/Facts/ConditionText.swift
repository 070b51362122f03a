import Models

/// A word of a filter that may be a condition.
enum ConditionText {
  case condition(Condition)
  /// The beginning of a condition, while it is being typed.
  case incomplete
  /// The name of a condition with a value that it does not take.
  case invalid

  /// Reads a word in lower case; `nil` if it does not begin with the name of a condition.
  init?(_ word: String) {
    let colon = word.firstIndex(of: ":")
    let value = colon.map { word[word.index(after: $0)...] } ?? ""
    switch word[..<(colon ?? word.endIndex)] {
    case "portrait" where colon == nil: self = .condition(.portrait)
    case "landscape" where colon == nil: self = .condition(.landscape)
    case "is" where colon != nil: self.init(use: value)
    case "dur" where colon != nil:
      self.init(value, ConditionValue.init(duration:)) { .duration($0) }
    case "size" where colon != nil: self.init(value, ConditionValue.init(size:)) { .size($0) }
    case "date" where colon != nil: self.init(value, ConditionValue.init(date:)) { .day($0) }
    case "codec" where colon != nil:
      self = value.isEmpty ? .incomplete : .condition(.codec(String(value)))
    case "rated" where colon != nil:
      self.init(value, ConditionValue.init(rating:)) { .rating($0) }
    case "tag" where colon != nil:
      self = value.isEmpty ? .incomplete : .condition(.tag(Array(value.utf8)))
    case "title" where colon != nil:
      let query = FilterQuery(String(value), takesConditions: false)
      self = query.isEmpty ? .incomplete : .condition(.title(query))
    default: return nil
    }
  }

  private init(use value: Substring) {
    if let use = Condition.Use(rawValue: String(value)) {
      self = .condition(.use(use))
    } else {
      let isBeginning = Condition.Use.allCases.contains { $0.rawValue.hasPrefix(value) }
      self = isBeginning ? .incomplete : .invalid
    }
  }

  /// Reads `30s`, `<30s`, `<=30s`, `>30s`, `>=30s` or `30s..1m`.
  private init(
    _ text: Substring, _ read: (Substring) -> ConditionValue?,
    _ condition: (ClosedRange<Double>) -> Condition
  ) {
    let sign = text.prefix { "<>=".contains($0) }
    let rest = text.dropFirst(sign.count)
    let dots = sign.isEmpty ? Self.dots(in: rest) : nil
    let (first, last) = dots.map { (rest[..<$0], rest[$0...].dropFirst(2)) } ?? (rest, rest)
    guard !first.isEmpty, !last.isEmpty, rest.last != "." else {
      self = .incomplete
      return
    }
    guard let low = read(first), let high = read(last) else {
      self = .invalid
      return
    }
    let (lower, upper): (Double, Double) =
      switch sign {
      case "<": (-.infinity, low.first.nextDown)
      case "<=": (-.infinity, low.end)
      case ">": (low.end.nextUp, .infinity)
      case ">=": (low.first, .infinity)
      case "" where dots == nil: (low.first, low.last)
      case "": (low.first, high.end)
      default: (1, 0)
      }
    self = lower <= upper ? .condition(condition(lower...upper)) : .invalid
  }

  /// Where `..` begins.
  private static func dots(in text: Substring) -> Substring.Index? {
    text.indices.first { text[$0...].hasPrefix("..") }
  }
}

/// A quantity or a date as written in a condition.
struct ConditionValue {
  /// The first value that the text stands for.
  let first: Double
  /// The last one: `30s` are all durations of thirty-odd seconds, `2026-05` is a month.
  let last: Double
  /// The last one as the end of a range: exactly thirty seconds, the whole month.
  let end: Double

  /// Reads a number with a unit.
  private init?(_ text: Substring, units: [Character: Double], standard: Double) {
    let named = text.last.flatMap { units[$0] }
    let digits = named == nil ? text : text.dropLast()
    // `Double` would accept "inf" and "0x1p4", too.
    guard digits.allSatisfy({ "0123456789.".contains($0) }), let number = Double(digits),
      number <= 1e15
    else { return nil }
    let unit = named ?? standard
    (first, end) = (number * unit, number * unit)
    last = ((number + 1) * unit).nextDown
  }

  /// Reads seconds from `30s`, `30`, `2m`, `1.5h` or `1:30`.
  init?(duration text: Substring) {
    if text.contains(":") {
      var parts = text.split(separator: ":", omittingEmptySubsequences: false)
      if parts.count == 2 { parts.insert("0", at: 0) }
      guard let seconds = WrittenDate.seconds(parts.joined(separator: ":")) else { return nil }
      self.init("\(seconds)"[...], units: [:], standard: 1)
    } else {
      self.init(text, units: ["s": 1, "m": 60, "h": 3_600], standard: 1)
    }
  }

  /// Reads a number of stars, 0 to 5.
  init?(rating text: Substring) {
    guard let rating = Int(text), (0...Review.maxRating).contains(rating) else { return nil }
    (first, last, end) = (Double(rating), Double(rating), Double(rating))
  }

  /// Reads bytes from `100M`, powers of 1024.
  init?(size text: Substring) {
    self.init(
      text, units: ["k": 0x400, "m": 0x10_0000, "g": 0x4000_0000, "t": 0x100_0000_0000],
      standard: 1)
  }

  /// Reads days since 1970 from `2026`, `2026-05` or `2026-05-31`.
  init?(date text: Substring) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard 1...3 ~= parts.count, text.prefix(4).allSatisfy(\.isNumber), let year = parts[0],
      year >= 1_000,
      let day = WrittenDate.days(
        year: year, month: parts.count > 1 ? parts[1] ?? 0 : 1,
        day: parts.count > 2 ? parts[2] ?? 0 : 1)
    else { return nil }
    let next: Int? =
      switch parts.count {
      case 1: WrittenDate.days(year: year + 1, month: 1, day: 1)
      case 2:
        WrittenDate.days(
          year: parts[1] == 12 ? year + 1 : year, month: (parts[1] ?? 0) % 12 + 1, day: 1)
      default: day + 1
      }
    guard let next else { return nil }
    first = Double(day)
    last = Double(next - 1)
    end = last
  }
}
