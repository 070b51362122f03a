/// Where in a clip something happens (docs/decisions/excerpts.md).
package struct ClipEvents: Hashable, Sendable {
  /// In seconds since the clip's first frame, in order.
  package var times: [Double]
  /// Whether something happens all along: then these are the liveliest places of each minute.
  package var areLiveliest: Bool

  package init(times: [Double] = [], areLiveliest: Bool = false) {
    self.times = times
    self.areLiveliest = areLiveliest
  }
}
