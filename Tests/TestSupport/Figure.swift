/// One measured value, as `bench` prints it: a line of name, value and unit.
package struct Figure: Hashable, Sendable {
  package let name: String
  package let value: Double
  package let unit: String

  package init(name: String, value: Double, unit: String) {
    (self.name, self.value, self.unit) = (name, value, unit)
  }

  /// - Returns: `nil` of a line that is none, such as a remark.
  package init?(_ line: Substring) {
    let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count == 3, let value = Double(words[1]) else { return nil }
    self.init(name: String(words[0]), value: value, unit: String(words[2]))
  }

  package var line: String { "\(name) \(Self.rounded(value)) \(unit)" }

  /// Three decimals are more than any of these figures has.
  package static func rounded(_ value: Double) -> Double {
    value.isFinite ? (value * 1_000).rounded() / 1_000 : -1
  }
}

/// A figure of two builds that were measured in turns.
package struct FigureComparison: Sendable {
  package let name: String
  package let unit: String
  /// The values of the same round, old and new.
  package let pairs: [(old: Double, new: Double)]

  /// Compares what both have, in the order of the first round; the rounds are equally many.
  package static func all(old: [[Figure]], new: [[Figure]]) -> [FigureComparison] {
    (new.first ?? []).compactMap { figure in
      let pairs = zip(old, new).compactMap { old, new in
        old.first { $0.name == figure.name }.flatMap { old in
          new.first { $0.name == figure.name }.map { (old: old.value, new: $0.value) }
        }
      }
      return pairs.isEmpty
        ? nil : FigureComparison(name: figure.name, unit: figure.unit, pairs: pairs)
    }
  }

  /// The new median over the old one; `nil` where that is 0.
  package var ratio: Double? {
    let old = pairs.map(\.old).median
    return old == 0 ? nil : pairs.map(\.new).median / old
  }

  /// The least and the greatest ratio of a round; `nil` where one has none.
  package var spread: ClosedRange<Double>? {
    let ratios = pairs.map { $0.new / $0.old }.filter(\.isFinite)
    guard ratios.count == pairs.count, let least = ratios.min(), let most = ratios.max() else {
      return nil
    }
    return least...most
  }

  /// Name, old and new median, unit, their ratio, and the least and the greatest ratio of a round.
  package var line: String {
    let (old, new) = (pairs.map(\.old).median, pairs.map(\.new).median)
    let parts =
      [
        "\(name) \(Figure.rounded(old)) \(Figure.rounded(new)) \(unit)",
        ratio.map { "\(Figure.rounded($0))" },
        spread.map { "\(Figure.rounded($0.lowerBound)) to \(Figure.rounded($0.upperBound))" },
      ] as [String?]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}

extension [Double] {
  /// The middle value, or the mean of the two in the middle; 0 of none.
  package var median: Double {
    guard !isEmpty else { return 0 }
    let sorted = sorted()
    return (sorted[count / 2] + sorted[(count - 1) / 2]) / 2
  }

  /// The least value that so many hundredths of all do not exceed; 0 of none.
  package func percentile(_ rank: Int) -> Double {
    guard !isEmpty else { return 0 }
    return sorted()[Swift.max((count * rank + 99) / 100, 1) - 1]
  }
}
