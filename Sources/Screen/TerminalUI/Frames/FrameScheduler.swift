import Models
import TerminalCore

/// Decides when the screen is drawn, which frame of a clip it shows, how exactly, and when to look
/// again (docs/decisions/core-frame-scheduler.md).
///
/// A value whose caller provides the time, in seconds of a monotonic clock. One turn of the caller:
/// it reports events and asks `polls` which looks are due. If a frame `isDue` and the terminal
/// accepts it, it draws its `shot` and reports that it was `presented`. Then it sleeps until the
/// timetable's next look.
package struct FrameScheduler: Sendable {
  /// The parts of the screen that are out of date.
  package enum Damage: Int, Sendable {
    case nothing
    /// The rows below the frame; they are sent with the next frame, which is coming soon.
    case rowsWithNextFrame
    case frame
    /// The frame and the rows, the bits of both.
    case screen
  }

  /// How the frame moves on screen.
  package enum Course: Sendable {
    case staysInPlace
    /// Its page slides onto the screen.
    case slides
    /// It is an overview with tiles that play or turn.
    case turnsTiles
  }

  /// A frame to draw.
  package struct Shot: Sendable {
    /// The frame; `nil` without one.
    package let frame: Frame?
    /// Whether the rows may have changed, too.
    package let makesRows: Bool
    /// Whether the terminal should show it as exactly as possible.
    package let isExact: Bool
    /// Whether its page is sliding.
    fileprivate let isSliding: Bool
    /// Whether a newer frame existed already.
    fileprivate let isHeld: Bool
  }

  /// What was last drawn.
  private struct Shown {
    var serial: UInt64?
    var generation: UInt64?
    var time = PlaybackTime()
    var isSliding = false
  }

  package var polls = PollSchedule()
  private var debt = Damage.screen
  private var hold = FirstFrameHold.awaiting
  private var shown = Shown()
  /// When the last frame arrived, and when the seek bar was last looked at.
  private var lastFrame = -Double.infinity
  private var lastBarLook = -Double.infinity

  /// Whether there is anything to draw now; rows that wait for the next frame are not.
  package var isDue: Bool { debt == .frame || debt == .screen }

  /// Marks something on screen as out of date.
  package mutating func invalidate(_ new: Damage) {
    debt = Damage(rawValue: debt.rawValue | new.rawValue) ?? .screen
  }

  /// The screen shows another clip, or none, from now on.
  package mutating func turn() {
    shown.serial = nil
    hold.begin()
    invalidate(.screen)
  }

  /// Items of the feed changed: the player on screen may be a different one with the same id.
  package mutating func renew() {
    shown.serial = nil
    invalidate(.screen)
  }

  /// A player, perhaps a neighbour's, has a new frame.
  ///
  /// - Parameters:
  ///   - newest: The newest frame of the clip on screen.
  ///   - isSceneOutdated: Whether a visible neighbour has a newer one.
  ///   - time: Now.
  package mutating func frameArrived(
    _ newest: Frame?, isSceneOutdated: @autoclosure () -> Bool, at time: Double
  ) {
    // The newest is shown at the end of the slide.
    guard !shown.isSliding else { return }
    if newest?.serial != shown.serial {
      lastFrame = time
      invalidate(.frame)
    } else if isSceneOutdated() {
      invalidate(.frame)
    }
  }

  /// The seek bar is due for a look: the next frame updates it, or without one, this look.
  ///
  /// - Parameters:
  ///   - playback: The clip's position.
  ///   - isPlaying: Whether the position advances.
  ///   - time: Now.
  package mutating func lookAtBar(_ playback: PlaybackTime, isPlaying: Bool, at time: Double) {
    defer { lastBarLook = time }
    guard !isPlaying else {
      return invalidate(lastFrame > lastBarLook ? .rowsWithNextFrame : .screen)
    }
    // A player takes a moment to stop: the last look comes after that, and after all data being
    // fetched has arrived.
    if !playback.isFetching { polls.keep(.bar, false, at: time) }
    if playback != shown.time { invalidate(.screen) }
  }

  /// Decides what to draw now.
  ///
  /// - Parameters:
  ///   - newest: The clip's frame that is due.
  ///   - playback: The clip's position.
  ///   - isResting: Whether the frame is static.
  ///   - course: How it moves on screen.
  ///   - time: Now.
  package mutating func shot(
    newest: Frame?, _ playback: PlaybackTime, isResting: Bool, _ course: Course, at time: Double
  ) -> Shot {
    var frame = newest
    let isExact: Bool
    var isSliding = false
    switch course {
    case .slides:
      isSliding = true
      frame = hold.frame(newest: newest, isSliding: true, at: time)
      isExact = false
    case .turnsTiles: isExact = false
    case .staysInPlace where isResting:
      isExact = true
    case .staysInPlace:
      frame = hold.frame(newest: newest, at: time)
      isExact = hold.isHolding
    }
    // It will not be the next one on screen if frames are left out, and none follows a static one.
    let isNextShown = shown.serial.map { $0 &+ 1 == frame?.serial } ?? false
    if isExact || isSliding || !isNextShown { frame?.next = nil }
    let makesRows =
      debt == .screen || debt == .rowsWithNextFrame || isResting
      || frame?.generation != shown.generation
      || playback.isOverloaded != shown.time.isOverloaded
    debt = .nothing
    shown = Shown(
      serial: frame?.serial, generation: frame?.generation, time: playback, isSliding: isSliding)
    return Shot(
      frame: frame, makesRows: makesRows, isExact: isExact, isSliding: isSliding,
      isHeld: frame?.serial != newest?.serial)
  }

  /// A frame was handed to the terminal.
  ///
  /// - Parameters:
  ///   - shot: The frame.
  ///   - isExact: Whether the screen now shows it exactly.
  ///   - lambda: Its `LinkStatistics.frameTolerance`.
  ///   - time: Now.
  package mutating func presented(
    _ shot: Shot, isExact: Bool, lambda: Double, at time: Double
  ) {
    guard !shot.isSliding else { return }
    hold.sent(shot.frame, lambda: lambda, at: time)
    // A static frame is sent until it is exact; a held one gives way to the newest.
    let canRefine = (shot.isExact || hold.isHolding) && !isExact
    if canRefine || (shot.isHeld && !hold.isHolding) { invalidate(.frame) }
  }
}
