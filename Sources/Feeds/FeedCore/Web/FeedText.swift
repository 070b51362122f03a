import Models

/// Texts of feeds, cleaned and shortened: a title is a line, a description some paragraphs.
enum FeedText {
  /// The most characters of a title.
  static let longestTitle = 300
  /// The most characters of a paragraph.
  static let longestParagraph = 8_000
  /// The most paragraphs of an article.
  static let maxParagraphs = 2_000
  /// The most bytes of a text that are read.
  static let longestText = 1 << 20
  /// The most paragraphs of a description, and characters of each.
  static let summary = (paragraphs: 20, characters: 1_000)

  /// A title; `nil` if it has no text.
  static func title(_ text: String?) -> CleanText? {
    guard let text else { return nil }
    // More than will be kept, since white space collapses.
    let line = text.prefix(8 * longestTitle).split(whereSeparator: \.isWhitespace).joined(
      separator: " ")
    let title = CleanText(bytes: line.utf8, limit: longestTitle)
    return title.isEmpty ? nil : title
  }

  /// An address that is not opened, for display.
  static func reference(_ text: String) -> CleanText {
    CleanText(bytes: text.utf8, limit: longestTitle)
  }

  /// The paragraphs of a text with one paragraph per line.
  static func paragraphs(ofPlain text: String) -> [String] {
    String(decoding: text.utf8.prefix(longestText), as: UTF8.self)
      .split(whereSeparator: \.isNewline)
      .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
      .filter { !$0.isEmpty }
  }

  /// Paragraphs for reading.
  static func cleaned(_ paragraphs: [String]) -> [CleanText] {
    paragraphs.prefix(maxParagraphs).map { CleanText(bytes: $0.utf8, limit: longestParagraph) }
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
  /// Without surrounding white space.
  var trimmingWhitespace: String { String(trimming(while: \.isWhitespace)) }
}
