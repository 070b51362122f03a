/// A way into one case of an enum and back: what a key path is to a property of a struct.
/// See docs/decisions/core-composable.md.
///
/// Written by hand, three lines a case, beside the enum:
///
///     enum Action {
///       case item(Item.State.ID, Item.Action)
///       static let itemCase = CasePath(
///         embed: { Self.item($0, $1) },
///         extract: { if case .item(let id, let action) = $0 { (id, action) } else { nil } })
///     }
package struct CasePath<Root, Value>: Sendable {
  /// Makes the case out of its payload.
  package let embed: @Sendable (Value) -> Root
  /// The payload, or `nil` when the value is of another case.
  package let extract: @Sendable (Root) -> Value?
  /// What tells two case paths apart: where they are written and what they lead to.
  let identity: CasePathIdentity

  /// Creates a case path; best as a `static let` beside its enum.
  package init(
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.embed = embed
    self.extract = extract
    identity = CasePathIdentity(
      root: ObjectIdentifier(Root.self), value: ObjectIdentifier(Value.self), line: line,
      column: column, file: fileID.description)
  }
}

/// The identity of a case path: closures cannot be compared, places in the source can.
struct CasePathIdentity: Hashable, Sendable {
  let root: ObjectIdentifier
  let value: ObjectIdentifier
  let line: UInt
  let column: UInt
  let file: String
}
