/// Translations, keyed by the English texts.
package struct Catalogue: Sendable {
  /// The translation of a text; `nil` if there is none.
  package var translation: @Sendable (_ english: String) -> String?
  /// The translation of a text for a number; `nil` if there is none.
  package var plural: @Sendable (_ one: String, _ many: String, _ count: Int) -> String?

  package init(
    translation: @escaping @Sendable (_ english: String) -> String?,
    plural: @escaping @Sendable (_ one: String, _ many: String, _ count: Int) -> String?
  ) {
    self.translation = translation
    self.plural = plural
  }

  /// The current catalogue: that of the process. Tests may replace it temporarily.
  @TaskLocal package static var current = Catalogue.ofProcess
}
