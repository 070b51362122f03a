extension Effect {
  /// Lets the effect be cancelled by `cancel(id:)`.
  ///
  /// The id counts within the feature that returns the effect and its parents: a parent can cancel
  /// a child's effect, a child never a sibling's. The id is known from the moment the effect is
  /// returned, so that a `cancel` of the same step finds an effect that has not started yet. With
  /// `cancelInFlight`, effects of that id are cancelled first.
  ///
  /// As id take a case of a private enum, or a type of its own with a value inside.
  package func cancellable(
    id: some Hashable & Sendable, cancelInFlight: Bool = false
  ) -> Self {
    // An effect of nothing still cancels those in flight.
    if isNone && !cancelInFlight { return .none }
    return Self(
      operation: .cancellable(self, id: CancelID(id), cancelInFlight: cancelInFlight))
  }

  /// Cancels the effects of an id, of this feature and of its children.
  package static func cancel(id: some Hashable & Sendable) -> Self {
    Self(operation: .cancel(id: CancelID(id)))
  }
}
