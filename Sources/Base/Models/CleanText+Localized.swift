import Platform

extension CleanText {
  /// A text for people, in their language; see `localized` of Platform.
  package static func localized(
    _ english: String, _ arguments: any CustomStringConvertible...
  ) -> CleanText {
    CleanText(Platform.localized(english, arguments: arguments))
  }
}
