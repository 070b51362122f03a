import Models

/// Texts of feeds, cleaned and cut: a title is a line, a description some paragraphs.
enum FeedText {
  /// Characters of a title that are kept.
  static let longestTitle = 300
  /// Characters of a paragraph that are kept.
  static let longestParagraph = 8_000
  /// Paragraphs of an article that are kept.
  static let mostParagraphs = 2_000
  /// Bytes of a text that are read; an entry has no more to say.
  static let longestText = 1 << 20
  /// Paragraphs of a description, and characters of each.
  static let summary = (paragraphs: 20, characters: 1_000)

  /// A title; `nil` if there is nothing to read in it.
  static func title(_ text: String?) -> CleanText? {
    guard let text else { return nil }
    // Of what is cut, a part is looked at: white space counts little.
    let line = text.prefix(8 * longestTitle).split(whereSeparator: \.isWhitespace).joined(
      separator: " ")
    let title = CleanText(bytes: line.utf8, limit: longestTitle)
    return title.isEmpty ? nil : title
  }

  /// An address that is not opened, for display.
  static func reference(_ text: String) -> CleanText {
    CleanText(bytes: text.utf8, limit: longestTitle)
  }

  /// The paragraphs of a text in which each line is one.
  static func paragraphs(ofPlain text: String) -> [String] {
    String(decoding: text.utf8.prefix(longestText), as: UTF8.self)
      .split(whereSeparator: \.isNewline)
      .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
      .filter { !$0.isEmpty }
  }

  /// Paragraphs for reading.
  static func cleaned(_ paragraphs: [String]) -> [CleanText] {
    paragraphs.prefix(mostParagraphs).map { CleanText(bytes: $0.utf8, limit: longestParagraph) }
  }

  /// Paragraphs for a description.
  static func summarized(_ paragraphs: [String]) -> [CleanText] {
    paragraphs.prefix(summary.paragraphs)
      .map { CleanText(bytes: $0.utf8, limit: summary.characters) }
  }

  /// Whether a reference names its scheme (RFC 3986, 3.1).
  static func hasScheme(_ reference: String) -> Bool {
    guard let end = reference.firstIndex(where: { ":/?#".contains($0) }), reference[end] == ":"
    else { return false }
    return reference.first?.isLetter ?? false
  }
}

extension StringProtocol {
  /// Without white space round it.
  var trimmingWhitespace: String {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}
