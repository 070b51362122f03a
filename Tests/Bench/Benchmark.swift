import Glibc

/// Something that is measured; each lives in a file of its own as a static property.
struct Benchmark {
  /// What `--filter` looks at.
  let name: String
  let run: @MainActor (inout Report) throws -> Void
}

/// Figures as they are found: printed at once, a line each.
struct Report {
  /// One measured value.
  struct Figure {
    let name: String
    let value: Double
    let unit: String
  }

  /// Natural clips to measure with, if there are any.
  let clips: ClipFolder?
  private(set) var figures: [Figure] = []

  /// Creates a report without figures.
  init(clips: ClipFolder? = nil) {
    self.clips = clips
  }

  /// Adds a figure and prints it.
  mutating func add(_ name: String, _ value: Double, _ unit: String) {
    figures.append(Figure(name: name, value: value, unit: unit))
    print("\(name) \(Self.rounded(value)) \(unit)")
    fflush(nil)
  }

  /// Adds the median of several measurements, and the worst one under `name.max`.
  mutating func add(_ name: String, of values: [Double], _ unit: String) {
    guard let worst = values.max() else {
      print("# \(name): no measurement succeeded")
      return
    }
    add(name, values.median, unit)
    if values.count > 1 { add("\(name).max", worst, unit) }
  }

  /// Adds the middle, the 95th and 99th hundredth and the worst of many measurements, and how many
  /// there are.
  mutating func add(spreadOf values: [Double], as name: String, _ unit: String) {
    guard let worst = values.max() else {
      print("# \(name): no measurement succeeded")
      return
    }
    for rank in [50, 95, 99] { add("\(name).p\(rank)", values.percentile(rank), unit) }
    add("\(name).max", worst, unit)
    add("\(name).count", Double(values.count), "measurements")
  }

  /// Writes the figures as an object of names, each with its value and unit.
  func write(toJSON path: String) -> Bool {
    let lines = figures.map {
      "  \"\($0.name)\": {\"value\": \(Self.rounded($0.value)), \"unit\": \"\($0.unit)\"}"
    }
    guard let stream = fopen(path, "w") else { return false }
    fputs("{\n\(lines.joined(separator: ",\n"))\n}\n", stream)
    return fclose(stream) == 0
  }

  /// Three decimals are more than any of these figures has.
  private static func rounded(_ value: Double) -> Double {
    value.isFinite ? (value * 1_000).rounded() / 1_000 : -1
  }
}

extension [Double] {
  /// The middle value, or the mean of the two in the middle; 0 of none.
  var median: Double {
    guard !isEmpty else { return 0 }
    let sorted = sorted()
    return (sorted[count / 2] + sorted[(count - 1) / 2]) / 2
  }

  /// The least value that so many hundredths of all do not exceed; 0 of none.
  func percentile(_ rank: Int) -> Double {
    guard !isEmpty else { return 0 }
    return sorted()[Swift.max((count * rank + 99) / 100, 1) - 1]
  }
}
