import Platform

extension CleanText {
  /// A text for the user, in their language; see `localized` in Platform.
  package static func localized(
    _ english: StaticString, _ arguments: any CustomStringConvertible...
  ) -> CleanText {
    CleanText(Platform.localized(marked: english.description, arguments: arguments))
  }
}
