/// Something that can be cancelled, on behalf of an id, a child or a `send`.
@MainActor
final class EffectToken {
  /// The token that contains this one, which is cancelled with it.
  let parent: EffectToken?
  /// Its position in the order of tokens, which mass cancellation preserves.
  let serial: Int
  private var isSelfCancelled = false
  private var running: [ObjectIdentifier: RunningEffect] = [:]

  init(parent: EffectToken?, serial: Int) {
    self.parent = parent
    self.serial = serial
  }

  /// Whether this token or a containing one was cancelled.
  var isCancelled: Bool { isSelfCancelled || parent?.isCancelled ?? false }

  /// Cancels everything under the token.
  func cancel() {
    guard !isSelfCancelled else { return }
    isSelfCancelled = true
    for effect in running.values.sorted(by: { $0.serial < $1.serial }) {
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
