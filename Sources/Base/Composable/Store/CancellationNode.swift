/// The cancellation table of a store: a node for each child that has effects in flight.
///
/// A token is registered under its id in its own node and in those of all parents, so that a parent
/// finds its children's tokens and a child never its siblings'. Nodes without tokens are removed.
@MainActor
final class CancellationNode {
  private let parent: CancellationNode?
  private let scope: ScopeID?
  private var children: [ScopeID: CancellationNode] = [:]
  private var tokens: [CancelID: [ObjectIdentifier: EffectToken]] = [:]
  private var scopeTokens: [ObjectIdentifier: EffectToken] = [:]

  init(parent: CancellationNode? = nil, scope: ScopeID? = nil) {
    self.parent = parent
    self.scope = scope
  }

  /// The number of tokens in this node and below.
  var count: Int {
    tokens.values.reduce(scopeTokens.count) { $0 + $1.count }
      + children.values.reduce(0) { $0 + $1.count }
  }

  /// The node of a child, created if missing. The caller must register a token next.
  func child(_ scope: ScopeID) -> CancellationNode {
    if let child = children[scope] { return child }
    let child = CancellationNode(parent: self, scope: scope)
    children[scope] = child
    return child
  }

  func insert(_ token: EffectToken, id: CancelID) {
    tokens[id, default: [:]][ObjectIdentifier(token)] = token
    parent?.insert(token, id: id)
  }

  func remove(_ token: EffectToken, id: CancelID) {
    tokens[id]?[ObjectIdentifier(token)] = nil
    if tokens[id]?.isEmpty == true { tokens[id] = nil }
    // Before pruning, which checks what the parent still holds.
    parent?.remove(token, id: id)
    prune()
  }

  /// Registers a token for the child of this node.
  func insert(scope token: EffectToken) {
    scopeTokens[ObjectIdentifier(token)] = token
  }

  func remove(scope token: EffectToken) {
    scopeTokens[ObjectIdentifier(token)] = nil
    prune()
  }

  /// Cancels the tokens with an id, here and below.
  func cancel(id: CancelID) {
    guard let tokens = tokens[id] else { return }
    for token in tokens.values.sorted(by: { $0.serial < $1.serial }) {
      token.cancel()
    }
  }

  /// Cancels everything that runs for a child.
  func leave(_ scope: ScopeID) {
    guard let child = children[scope] else { return }
    for token in child.scopeTokens.values.sorted(by: { $0.serial < $1.serial }) {
      token.cancel()
    }
  }

  private func prune() {
    guard tokens.isEmpty, scopeTokens.isEmpty, children.isEmpty, let parent, let scope else {
      return
    }
    parent.children[scope] = nil
    parent.prune()
  }
}
