/// A text for the user, in their language.
///
/// The English text is its key. `make messages` collects the calls of this function; the compiler
/// ensures that the text is a literal.
///
/// - Parameters:
///   - english: The text, with `%s` or `%1$s` for each argument, and then `%%` for a percent sign.
///   - arguments: The arguments: names, or numbers already formatted.
package func localized(
  _ english: StaticString, _ arguments: any CustomStringConvertible...
) -> String {
  localized(marked: english.description, arguments: arguments)
}

/// A text for the user that `translatable` has marked elsewhere, with its arguments in an array.
package func localized(
  marked english: String, arguments: [any CustomStringConvertible] = []
) -> String {
  MessageFormat.text(
    english, translation: Catalogue.current.translation(english),
    arguments: arguments.map(\.description))
}

/// A text for the user that depends on a number, in their language; some languages have six plural
/// forms.
///
/// - Parameters:
///   - count: The number that selects the form.
///   - one: The text for one.
///   - many: The text for any other number.
///   - arguments: As for `localized`; each text may omit some.
package func localizedPlural(
  _ count: Int, _ one: StaticString, _ many: StaticString,
  _ arguments: any CustomStringConvertible...
) -> String {
  let (one, many) = (one.description, many.description)
  return MessageFormat.text(
    count == 1 ? one : many, translation: Catalogue.current.plural(one, many, count),
    arguments: arguments.map(\.description), mayOmit: true)
}

/// Marks a text that is translated later, where it is used. It is collected like the others, and
/// stays English here.
package func translatable(_ english: StaticString) -> String { english.description }
