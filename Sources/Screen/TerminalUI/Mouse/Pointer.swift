import AppFeature
import TerminalCore

/// Reads the mouse: what is meant depends on where it is, and on what it did before.
package struct Pointer {
  /// What is under the pointer.
  package enum Place: Hashable, Sendable {
    /// The seek bar, at a part of the clip from 0 to 1.
    case bar(Double)
    case frame
    /// A text that lies over the page.
    case text
    /// Something that is only looked at.
    case elsewhere
  }

  /// What is meant.
  package enum Meaning: Hashable, Sendable {
    /// Pages, backwards if negative.
    case swipe(Int)
    /// Seconds, backwards if negative.
    case seek(Double)
    /// Rows of a text, up if negative.
    case scroll(Int)
    case click
    /// A second click: what the first did is not meant.
    case doubleClick
    case details
    /// Something on the seek bar, or that somebody is there.
    case controls(Controls.Action)
  }

  /// Seconds that the wheel seeks by.
  private static let seekStep = 5.0
  /// Rows that a text moves for each report of the wheel.
  private static let scrollStep = 3

  private var clicks = Clicks()
  private var wheel = WheelGesture()
  /// The part of the clip that the bar was last pulled to, as long as it is held.
  private var grip: Double?

  /// Whether the bar is in the user's hand: places are then looked for on it alone.
  package var isHolding: Bool { grip != nil }

  /// Takes a report.
  ///
  /// - Parameters:
  ///   - event: What the mouse did.
  ///   - place: Where.
  ///   - time: When, in seconds of a monotonic clock.
  /// - Returns: What is meant, in order.
  package mutating func read(_ event: MouseEvent, over place: Place, at time: Double) -> [Meaning] {
    switch event.kind {
    case .wheel(let direction, let count):
      return turn(direction, count: count, over: place, at: time)
    case .press(let button): return letGo() + press(button, event, over: place, at: time)
    case .move(.left):
      guard isHolding, case .bar(let fraction) = place else { return [.controls(.used)] }
      grip = fraction
      return [.controls(.dragged(to: fraction))]
    case .move(let button):
      // Where it was let go, the terminal did not see.
      let released = button == nil ? letGo() : []
      return released + [.controls(.pointed(at: place.fraction))]
    case .release(let button):
      guard button == .left || button == nil else { return [] }
      if case .bar(let fraction) = place, isHolding { grip = fraction }
      return letGo()
    }
  }

  private mutating func letGo() -> [Meaning] {
    defer { grip = nil }
    return grip.map { [.controls(.released(at: $0))] } ?? []
  }

  private mutating func press(
    _ button: MouseEvent.Button, _ event: MouseEvent, over place: Place, at time: Double
  ) -> [Meaning] {
    switch (button, place) {
    case (.left, .bar(let fraction)):
      grip = fraction
      return [.controls(.grabbed(at: fraction))]
    case (.left, .frame):
      let isSecond = clicks.isSecond(at: time, column: event.column, row: event.row)
      return [isSecond ? .doubleClick : .click]
    case (.right, _):
      return [.details]
    default:
      return [.controls(.used)]
    }
  }

  private mutating func turn(
    _ direction: MouseEvent.WheelDirection, count: Int, over place: Place, at time: Double
  ) -> [Meaning] {
    let step = direction == .down || direction == .right ? 1 : -1
    let isVertical = direction == .up || direction == .down
    if place == .text, isVertical { return [.scroll(step * Self.scrollStep * count)] }
    guard wheel.isStep(direction, count: count, at: time) else { return [.controls(.used)] }
    if !isVertical { return [.seek(Double(step) * Self.seekStep)] }
    // Up is on, as it is louder elsewhere.
    if case .bar = place { return [.seek(Double(-step) * Self.seekStep)] }
    return [.swipe(step)]
  }
}

extension Pointer.Place {
  fileprivate var fraction: Double? {
    if case .bar(let fraction) = self { fraction } else { nil }
  }
}
