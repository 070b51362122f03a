/// Finds what was probably meant by a name that nobody knows.
package enum NearestName {
  /// The name nearest to what was written, unless none is near enough.
  ///
  /// Near is what a slip of the finger makes of a name: a letter more, less, another one or two
  /// exchanged, one for every three letters; or its beginning.
  package static func of(_ written: String, among names: [String]) -> String? {
    let letters = Array(written.lowercased())
    guard !letters.isEmpty else { return nil }
    let slips = max(1, letters.count / 3)
    let measured = names.map { ($0, distance(letters, Array($0.lowercased()))) }
    if let (name, distance) = measured.min(by: { $0.1 < $1.1 }), distance <= slips { return name }
    guard letters.count >= 3 else { return nil }
    return names.first { $0.lowercased().hasPrefix(String(letters)) }
  }

  /// How many slips lead from one word to another: optimal string alignment distance.
  static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var last: [Int] = []
    var row = Array(0...second.count)
    for (index, letter) in first.enumerated() {
      let above = row
      row[0] = index + 1
      for (column, other) in second.enumerated() {
        row[column + 1] = min(
          above[column + 1] + 1, row[column] + 1, above[column] + (letter == other ? 0 : 1))
        if index > 0, column > 0, letter == second[column - 1], first[index - 1] == other {
          row[column + 1] = min(row[column + 1], last[column - 1] + 1)
        }
      }
      last = above
    }
    return row[second.count]
  }
}
