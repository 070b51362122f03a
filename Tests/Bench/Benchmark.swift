import Glibc
import TestSupport

/// Something that is measured; each lives in a file of its own as a static property.
struct Benchmark {
  /// What `--filter` looks at.
  let name: String
  let run: @MainActor (inout Report) throws -> Void
}

/// Figures as they are found: printed at once, a line each.
struct Report {
  /// Natural clips to measure with, if there are any.
  let clips: ClipFolder?
  private(set) var figures: [Figure] = []

  /// Creates a report without figures.
  init(clips: ClipFolder? = nil) {
    self.clips = clips
  }

  /// Adds a figure and prints it.
  mutating func add(_ name: String, _ value: Double, _ unit: String) {
    let figure = Figure(name: name, value: value, unit: unit)
    figures.append(figure)
    print(figure.line)
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
      "  \"\($0.name)\": {\"value\": \(Figure.rounded($0.value)), \"unit\": \"\($0.unit)\"}"
    }
    guard let stream = fopen(path, "w") else { return false }
    fputs("{\n\(lines.joined(separator: ",\n"))\n}\n", stream)
    return fclose(stream) == 0
  }
}
