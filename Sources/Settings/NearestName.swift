/// Finds what was probably meant by an unknown name.
package enum NearestName {
  /// The nearest name, unless none is near enough.
  ///
  /// A name is near if it is within one typo for every three letters (a letter more, less, replaced
  /// or two swapped), or if it begins with what was written.
  package static func of(_ written: String, among names: [String]) -> String? {
    let letters = Array(written.lowercased())
    guard !letters.isEmpty else { return nil }
    let tolerance = max(1, letters.count / 3)
    let measured = names.map { ($0, distance(letters, Array($0.lowercased()))) }
    if let (name, distance) = measured.min(by: { $0.1 < $1.1 }), distance <= tolerance {
      return name
    }
    guard letters.count >= 3 else { return nil }
    return names.first { $0.lowercased().hasPrefix(String(letters)) }
  }

  /// The number of typos between two words: optimal string alignment distance.
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
