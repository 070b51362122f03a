import AppFeature
import Models
import TerminalCore

/// Interprets the mouse: the meaning of an event depends on its position and on previous events.
package struct Pointer {
  /// What is under the pointer.
  package enum Place: Hashable, Sendable {
    /// The seek bar, at a part of the clip from 0 to 1.
    case bar(Double)
    case frame
    /// The poster of the page before or after.
    case neighbour(FeedDirection)
    /// Words that do something.
    case button(Command)
    /// A text over the page.
    case text
    /// Anything else, which does not react.
    case elsewhere
  }

  package enum Meaning: Hashable, Sendable {
    /// Pages, backwards if negative.
    case swipe(Int)
    /// Seconds, backwards if negative.
    case seek(Double)
    /// Rows of a text, up if negative.
    case scroll(Int)
    case click
    /// A second click: it undoes the first.
    case doubleClick
    case details
    case command(Command)
    /// An action on the seek bar, or a sign of activity.
    case controls(Controls.Action)
  }

  /// Seconds per wheel seek.
  private static let seekStep = 5.0
  /// Rows that a text scrolls per wheel report.
  private static let scrollStep = 3

  private var clicks = Clicks()
  private var wheel = WheelGesture()
  /// The part of the clip that the bar was last dragged to, while dragging.
  private var grip: Double?

  /// Whether the bar is being dragged: positions then count on the bar alone.
  package var isHolding: Bool { grip != nil }

  /// Interprets a report.
  ///
  /// - Parameter time: In seconds of a monotonic clock.
  /// - Returns: The meanings, in order.
  package mutating func read(_ event: MouseEvent, over place: Place, at time: Double) -> [Meaning] {
    switch event.kind {
    case .wheel(let direction, let count):
      return turn(direction, count: count, over: place, at: time)
    case .press(let button): return releaseGrip() + press(button, event, over: place, at: time)
    case .move(.left):
      guard isHolding, case .bar(let fraction) = place else { return [.controls(.used)] }
      grip = fraction
      return [.controls(.dragged(to: fraction))]
    case .move(let button):
      // The terminal missed the release.
      let released = button == nil ? releaseGrip() : []
      return released + [.controls(.pointed(at: place.fraction))]
    case .release(let button):
      guard button == .left || button == nil else { return [] }
      if case .bar(let fraction) = place, isHolding { grip = fraction }
      return releaseGrip()
    }
  }

  private mutating func releaseGrip() -> [Meaning] {
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
    case (.left, .neighbour(let direction)):
      return [.swipe(direction.rawValue)]
    case (.left, .button(let command)):
      // The second click of two was not meant for the next clip.
      let isSecond = clicks.isSecond(at: time, column: event.column, row: event.row)
      return [isSecond ? .controls(.used) : .command(command)]
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
    // Up is forward, just as it is louder elsewhere.
    if case .bar = place { return [.seek(Double(-step) * Self.seekStep)] }
    return [.swipe(step)]
  }
}

extension Pointer.Place {
  fileprivate var fraction: Double? {
    if case .bar(let fraction) = self { fraction } else { nil }
  }
}
