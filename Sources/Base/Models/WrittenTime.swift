/// Parses times in a clip, as files, feeds and addresses write them.
package enum WrittenTime {
  /// Parses `10.5`, `2:03` or `1:02:03.5`.
  ///
  /// - Parameters:
  ///   - text: Nothing but digits, at most two colons, and a point in the seconds.
  ///   - limit: Minutes and seconds that follow something larger are below this.
  /// - Returns: The seconds; `nil` if it is something else.
  package static func seconds(_ text: Substring, below limit: Double = 60) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 3 else { return nil }
    var seconds = 0.0
    for (index, part) in parts.enumerated() {
      let splits = index + 1 == parts.count ? 1 : 0
      let digits = part.split(separator: ".", maxSplits: splits, omittingEmptySubsequences: false)
      guard let whole = digits.first, 1...12 ~= whole.utf8.count,
        digits.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
        let value = Double(digits.last?.isEmpty == true ? whole : part), index == 0 || value < limit
      else { return nil }
      seconds = seconds * 60 + value
    }
    return seconds
  }
}
