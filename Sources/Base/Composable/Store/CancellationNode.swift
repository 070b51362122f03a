/// Something that can be cancelled: what an id, a child or a `send` stands for.
@MainActor
final class CancellationToken {
  /// The token that contains this one: it is cancelled with it.
  let parent: CancellationToken?
  /// Its place in the order of tokens: cancelling many at once keeps to it.
  let serial: Int
  private var isSelfCancelled = false
  private var running: [ObjectIdentifier: RunningEffect] = [:]

  init(parent: CancellationToken?, serial: Int) {
    self.parent = parent
    self.serial = serial
  }

  /// Whether this token or one that contains it was cancelled.
  var isCancelled: Bool { isSelfCancelled || parent?.isCancelled ?? false }

  /// Cancels everything under the token.
  func cancel() {
    guard !isSelfCancelled else { return }
    isSelfCancelled = true
    for effect in running.values.sorted(by: { $0.handle.serial < $1.handle.serial }) {
      effect.cancel()
    }
  }

  func insert(_ effect: RunningEffect) {
    running[ObjectIdentifier(effect)] = effect
    parent?.insert(effect)
  }

  func remove(_ effect: RunningEffect) {
    running[ObjectIdentifier(effect)] = nil
    parent?.remove(effect)
  }
}

/// The cancellation table of a store: a node for each child that has effects in flight.
///
/// A token is filed under its id in its own node and in those of all parents, so that a parent
/// finds its children's and a child never its siblings'. Nodes without tokens are taken out.
@MainActor
final class CancellationNode {
  private let parent: CancellationNode?
  private let scope: ScopeID?
  private var children: [ScopeID: CancellationNode] = [:]
  private var tokens: [CancelID: [ObjectIdentifier: CancellationToken]] = [:]
  private var scopeTokens: [ObjectIdentifier: CancellationToken] = [:]

  init(parent: CancellationNode? = nil, scope: ScopeID? = nil) {
    self.parent = parent
    self.scope = scope
  }

  /// The children that lead to this node.
  var path: [ScopeID] { (parent?.path ?? []) + (scope.map { [$0] } ?? []) }

  /// How many tokens are filed in this node and those below.
  var count: Int {
    tokens.values.reduce(scopeTokens.count) { $0 + $1.count }
      + children.values.reduce(0) { $0 + $1.count }
  }

  /// The node of a child; made if there is none. Whoever calls this registers a token next.
  func child(_ scope: ScopeID) -> CancellationNode {
    if let child = children[scope] { return child }
    let child = CancellationNode(parent: self, scope: scope)
    children[scope] = child
    return child
  }

  /// Files a token under an id.
  func insert(_ token: CancellationToken, id: CancelID) {
    tokens[id, default: [:]][ObjectIdentifier(token)] = token
    parent?.insert(token, id: id)
  }

  /// Takes a token out.
  func remove(_ token: CancellationToken, id: CancelID) {
    tokens[id]?[ObjectIdentifier(token)] = nil
    if tokens[id]?.isEmpty == true { tokens[id] = nil }
    // Before pruning, which looks at what the parent still holds.
    parent?.remove(token, id: id)
    prune()
  }

  /// Files a token for the child that this node stands for.
  func insert(scope token: CancellationToken) {
    scopeTokens[ObjectIdentifier(token)] = token
  }

  /// Takes a child's token out.
  func remove(scope token: CancellationToken) {
    scopeTokens[ObjectIdentifier(token)] = nil
    prune()
  }

  /// Cancels the tokens of an id, here and below.
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
