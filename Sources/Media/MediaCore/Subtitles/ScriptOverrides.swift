import Models

/// The text style after a series of overrides, in the Advanced SubStation Alpha script format.
struct ScriptOverrides {
  private(set) var style: TextStyle
  /// Whether a drawing follows rather than text.
  private(set) var isDrawing = false

  private let base: TextStyle
  private let styles: ScriptStyles

  /// Starts an event.
  ///
  /// - Parameters:
  ///   - style: The event's own style.
  ///   - styles: The script's styles.
  init(style: TextStyle, styles: ScriptStyles) {
    self.style = style
    self.styles = styles
    base = style
  }

  /// Applies a block of overrides, such as `\b1\c&H0000FF&`.
  ///
  /// Overrides within parentheses belong to an animation, `\t(…)`, and are ignored because they
  /// only take effect later.
  mutating func apply(_ block: some Collection<UInt8>) {
    var depth = 0
    var tag: [UInt8]?
    for byte in block {
      switch byte {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth = max(depth - 1, 0)
      case UInt8(ascii: "\\") where depth == 0:
        if let tag { apply(tag: String(decoding: tag, as: UTF8.self)) }
        tag = []
      default:
        if depth == 0 { tag?.append(byte) }
      }
    }
    if let tag { apply(tag: String(decoding: tag, as: UTF8.self)) }
  }

  private mutating func apply(tag: String) {
    if let weight = Self.number(in: tag, after: "b") {
      style.isBold = weight.map { $0 == 1 || $0 >= Self.boldWeight } ?? base.isBold
    } else if let slant = Self.number(in: tag, after: "i") {
      style.isItalic = slant.map { $0 != 0 } ?? base.isItalic
    } else if let mode = Self.number(in: tag, after: "p") {
      isDrawing = mode ?? 0 != 0
    } else if let color = Self.color(in: tag) {
      style.color = color.isEmpty ? base.color : ScriptStyles.color(color)
    } else if tag.first == "r" {
      let name = String(tag.dropFirst())
      style = name.isEmpty ? base : styles.named(name)
    }
  }

  /// The lightest weight, from 100 to 900, that counts as bold.
  private static let boldWeight = 600

  /// The number of a tag; `nil` if it is another tag that begins alike: `\be`, `\pos`. The number
  /// itself is `nil` if missing, which resets the override.
  private static func number(in tag: String, after name: Character) -> Int?? {
    guard tag.first == name else { return nil }
    let rest = tag.dropFirst()
    if rest.allSatisfy(\.isWhitespace) { return .some(nil) }
    guard let number = Int(rest) else { return nil }
    return .some(number)
  }

  /// The colour of a tag; `nil` if it is another tag.
  private static func color(in tag: String) -> Substring? {
    for name in ["c", "1c"] where tag.hasPrefix(name) {
      let rest = tag.dropFirst(name.count)
      if rest.isEmpty || rest.first == "&" { return rest }
    }
    return nil
  }
}
