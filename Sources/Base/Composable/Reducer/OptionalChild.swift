/// The path to an optional child: an optional property, or the payload of a case.
enum OptionalChild<Parent, Child: Sendable>: Sendable {
  case property(any WritableKeyPath<Parent, Child?> & Sendable)
  case payload(CasePath<Parent, Child>)

  /// Changes the child in place; `nil` if there is none.
  func modify<Result>(
    in parent: inout Parent, _ change: (inout Child) -> Result
  ) -> Result? {
    switch self {
    case .property(let path):
      func modify(_ child: inout Child?) -> Result? {
        guard var taken = child.take() else { return nil }
        defer { child = taken }
        return change(&taken)
      }
      return modify(&parent[keyPath: path])
    case .payload(let path):
      guard var child = path.extract(parent) else { return nil }
      defer { parent = path.embed(child) }
      return change(&child)
    }
  }

  /// The scope of the child's effects; `nil` if there is no child.
  func scope(in parent: Parent) -> ScopeID? {
    switch self {
    case .property(let path):
      parent[keyPath: path].map { ScopeID(path: .keyPath(path), id: identity(of: $0)) }
    case .payload(let path):
      path.extract(parent).map {
        ScopeID(path: .casePath(path.identity), id: identity(of: $0))
      }
    }
  }
}
