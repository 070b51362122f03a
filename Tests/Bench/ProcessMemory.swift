import Glibc
import TestSupport

/// What a process holds of the machine's memory, in bytes, as Linux counts it.
struct ProcessMemory {
  /// All pages that are in memory, those of shared libraries included (`Rss`).
  var resident = 0
  /// Its own pages, and its share of those that several processes use (`Pss`).
  var proportional = 0
  /// Pages that are there for this process alone and that it has written to (`Private_Dirty`).
  var own = 0
  /// The most that was ever resident (`VmHWM`).
  var peak = 0

  /// Asks for a process; `nil` for this one. Zeros if it has gone.
  init(of process: pid_t? = nil) {
    let folder = "/proc/\(process.map { "\($0)" } ?? "self")"
    // The fields are described in proc(5).
    let rollup = Self.fields("\(folder)/smaps_rollup")
    resident = rollup["Rss"] ?? 0
    proportional = rollup["Pss"] ?? 0
    own = rollup["Private_Dirty"] ?? 0
    peak = Self.fields("\(folder)/status")["VmHWM"] ?? 0
  }

  private static func fields(_ path: String) -> [String: Int] {
    var fields: [String: Int] = [:]
    let text = String(decoding: Command.contents(of: path), as: UTF8.self)
    for line in text.split(separator: "\n") {
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
      guard words.count == 3, words[2] == "kB", let value = Int(words[1]) else { continue }
      fields[String(words[0].dropLast())] = value * 1_024
    }
    return fields
  }
}

extension Int {
  /// Bytes as mebibytes.
  var mebibytes: Double { Double(self) / 1_048_576 }
}
