/// A text for people, in their language.
///
/// The English text is its key. `make messages` collects the calls of this function: the text is a
/// literal, to which the compiler sees.
///
/// - Parameters:
///   - english: The text, with `%s` or `%1$s` where an argument goes, and then `%%` for a percent toast.
///   - arguments: What goes there: names, or numbers that are written as they should be.
package func localized(
  _ english: StaticString, _ arguments: any CustomStringConvertible...
) -> String {
  localized(marked: english.description, arguments: arguments)
}

/// A text for people that `translatable` has marked elsewhere, with its arguments in a list.
package func localized(
  marked english: String, arguments: [any CustomStringConvertible] = []
) -> String {
  MessageFormat.text(
    english, translation: Catalogue.current.translation(english),
    arguments: arguments.map(\.description))
}

/// A text for people that depends on a number, in their language: some have six forms of it.
///
/// - Parameters:
///   - count: The number that decides.
///   - one: The text for one.
///   - many: The text for any other number.
///   - arguments: As for `localized`; each text may leave some out.
package func localizedPlural(
  _ count: Int, _ one: StaticString, _ many: StaticString,
  _ arguments: any CustomStringConvertible...
) -> String {
  let (one, many) = (one.description, many.description)
  return MessageFormat.text(
    count == 1 ? one : many, translation: Catalogue.current.plural(one, many, count),
    arguments: arguments.map(\.description), mayOmit: true)
}

/// Marks a text that is told in the user's language later, where it is used: it is collected like the
/// others, and stays English here.
package func translatable(_ english: StaticString) -> String { english.description }
