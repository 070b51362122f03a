/// A path into one case of an enum and back: what a key path is to a property of a struct. See
/// docs/decisions/core-composable.md.
///
/// Written by hand, three lines per case, beside the enum:
///
///     enum Action {
///       case item(Item.State.ID, Item.Action)
///       static let itemCase = CasePath(
///         embed: { Self.item($0, $1) },
///         extract: { if case .item(let id, let action) = $0 { (id, action) } else { nil } })
///     }
package struct CasePath<Root, Value>: Sendable {
  /// Creates the case from its payload.
  package let embed: @Sendable (Value) -> Root
  /// The payload, or `nil` if the value is another case.
  package let extract: @Sendable (Root) -> Value?

  /// Make it a `static let` beside its enum, so that there is only one.
  package init(
    embed: @escaping @Sendable (Value) -> Root, extract: @escaping @Sendable (Root) -> Value?
  ) {
    self.embed = embed
    self.extract = extract
  }
}
