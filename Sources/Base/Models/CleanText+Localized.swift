import Platform

extension CleanText {
  /// A text for people, in their language; see `localized` of Platform.
  package static func localized(
    _ english: StaticString, _ arguments: any CustomStringConvertible...
  ) -> CleanText {
    CleanText(Platform.localized(marked: english.description, arguments: arguments))
  }
}
