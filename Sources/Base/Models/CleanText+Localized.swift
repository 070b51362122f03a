import Wording

extension CleanText {
  /// A text for people, in their language; see `localized` of Wording.
  package static func localized(
    _ english: String, _ arguments: any CustomStringConvertible...
  ) -> CleanText {
    CleanText(Wording.localized(english, arguments: arguments))
  }
}
