extension TerminalModel {
  /// Compares the screen with literal lines.
  ///
  /// Trailing spaces and trailing empty lines are ignored, so that a screen can be written as a
  /// block:
  ///
  ///     #expect(model.difference(from: """
  ///       first row
  ///       second row
  ///       """) == nil)
  ///
  /// - Parameters:
  ///   - expected: The rows from the top, one per line.
  ///   - firstRow: The screen row that the first line stands for.
  /// - Returns: `nil` if they are equal, else both screens with the differing rows marked.
  package func difference(from expected: String, firstRow: Int = 0) -> String? {
    let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.trimmingTrailingSpaces }
    let shown = rows.dropFirst(firstRow).map { $0[...].trimmingTrailingSpaces }
    var report: [String] = []
    var isEqual = true
    for index in 0..<max(wanted.count, shown.count) {
      let left = index < wanted.count ? wanted[index] : ""
      let right = index < shown.count ? shown[index] : ""
      if left == right {
        report.append("   |\(right)|")
      } else {
        isEqual = false
        report += ["  -|\(left)|", "  +|\(right)|"]
      }
    }
    return isEqual
      ? nil : (["The screen differs (- expected, + shown):"] + report).joined(separator: "\n")
  }
}

extension Substring {
  fileprivate var trimmingTrailingSpaces: Substring {
    self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)]
  }
}
