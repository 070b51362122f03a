extension StringProtocol {
  /// Wraps words. A word that is too long gets a line of its own, so that it can be copied.
  ///
  /// - Parameters:
  ///   - columns: The longest line, in characters.
  ///   - hanging: How far all lines but the first are indented.
  func wrapped(columns: Int, hanging: Int = 0) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > columns {
        lines.append(line)
        line = String(repeating: " ", count: hanging) + word
      } else {
        line += (line.isEmpty ? "" : " ") + word
      }
    }
    return lines + [line]
  }
}
