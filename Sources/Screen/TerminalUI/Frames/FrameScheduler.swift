import Models
import TerminalCore

/// Decides when the screen is drawn, which frame of a clip it shows, how exactly, and when to look
/// again (docs/decisions/core-frame-scheduler.md).
///
/// A value in time that its caller tells, in seconds of a monotonic clock. One turn of the caller: it
/// tells what happened, asks `timetable` what is to be looked at, and if a frame `isDue` and the
/// terminal takes it, draws its `shot` and tells that it was `presented`. Then it sleeps until the
/// timetable's next look.
package struct FrameScheduler: Sendable {
  /// What the screen lacks of what there is to show.
  package enum Damage: Int, Sendable {
    case nothing
    /// The rows below the frame; they go with the next frame, which is on its way.
    case rowsWithNextFrame
    case frame
    /// The frame and the rows, the bits of both.
    case screen
  }

  /// What the frame does on the screen.
  package enum Course: Sendable {
    case staysInPlace
    /// Its page comes onto the screen.
    case slides
    /// A part of it is seen, which moves or rests.
    case pans(PixelBuffer, isMoving: Bool)
  }

  /// A frame to draw.
  package struct Shot: Sendable {
    /// The frame; `nil` without one.
    package let frame: Frame?
    /// Whether the rows may be different, too.
    package let makesRows: Bool
    /// Whether the terminal is to show it as exactly as it can.
    package let isExact: Bool
    /// Whether its page moves.
    fileprivate let isSliding: Bool
    /// Whether there was a newer frame already.
    fileprivate let isHeld: Bool
  }

  /// What was drawn last.
  private struct Shown {
    var serial: UInt64?
    var generation: UInt64?
    var time = PlaybackTime()
    var isSliding = false
  }

  /// Looks that come again and again, as long as they are wanted.
  package var timetable = PollSchedule()
  private var debt = Damage.screen
  private var hold = FirstFrameHold.awaiting
  private var shown = Shown()
  /// When the last frame came, and when the seek bar was last looked at.
  private var lastFrame = -Double.infinity
  private var lastBarLook = -Double.infinity

  /// Whether there is something to draw.
  package var isDue: Bool { debt == .frame || debt == .screen }

  /// Notes that something that is shown has changed.
  package mutating func owe(_ new: Damage) {
    debt = Damage(rawValue: debt.rawValue | new.rawValue) ?? .screen
  }

  /// Another clip, or none, is on screen from now on.
  package mutating func turn() {
    shown.serial = nil
    hold.begin()
    owe(.screen)
  }

  /// Items of the feed are different: the player on screen may be another of the same name.
  package mutating func renew() {
    shown.serial = nil
    owe(.screen)
  }

  /// A player, perhaps a neighbour's, has another frame.
  ///
  /// - Parameters:
  ///   - newest: The one of the clip on screen.
  ///   - isSceneOutdated: Whether a neighbour is seen that has a newer one.
  ///   - time: Now.
  package mutating func frameCame(
    _ newest: Frame?, isSceneOutdated: @autoclosure () -> Bool, at time: Double
  ) {
    // The end of its way brings the newest.
    guard !shown.isSliding else { return }
    if newest?.serial != shown.serial {
      lastFrame = time
      owe(.frame)
    } else if isSceneOutdated() {
      owe(.frame)
    }
  }

  /// It is time to look at the seek bar: the next frame brings it, or where none comes, this look.
  ///
  /// - Parameters:
  ///   - playback: Where the clip stands.
  ///   - isPlaying: Whether that moves by itself.
  ///   - time: Now.
  package mutating func lookAtBar(_ playback: PlaybackTime, isPlaying: Bool, at time: Double) {
    defer { lastBarLook = time }
    guard !isPlaying else {
      return owe(lastFrame > lastBarLook ? .rowsWithNextFrame : .screen)
    }
    // A player takes a moment to stop: the last look comes after that, and when all has come that is
    // fetched meanwhile.
    if !playback.isFetching { timetable.keep(.bar, false, at: time) }
    if playback != shown.time { owe(.screen) }
  }

  /// Tells what to draw now.
  ///
  /// - Parameters:
  ///   - newest: The clip's frame that is due.
  ///   - playback: Where the clip stands.
  ///   - isResting: Whether the frame stays as it is.
  ///   - course: What it does on the screen.
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
    case .pans(let pixels, let isMoving):
      frame?.pixels = pixels
      isExact = isResting && !isMoving
    case .staysInPlace where isResting:
      isExact = true
    case .staysInPlace:
      frame = hold.frame(newest: newest, at: time)
      isExact = hold.isHolding
    }
    let makesRows =
      debt == .screen || debt == .rowsWithNextFrame || isResting
      || frame?.generation != shown.generation
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
  ///   - shot: What it shows.
  ///   - isExact: Whether the screen shows it exactly by now.
  ///   - lambda: How exactly it was sent, by `LinkStatistics.frameTolerance`.
  ///   - time: Now.
  package mutating func presented(
    _ shot: Shot, isExact: Bool, lambda: Double, at time: Double
  ) {
    guard !shot.isSliding else { return }
    hold.sent(shot.frame, lambda: lambda, at: time)
    // What rests is sent until it is exact; what was held makes room for the newest.
    let mayBeFiner = (shot.isExact || hold.isHolding) && !isExact
    if mayBeFiner || (shot.isHeld && !hold.isHolding) { owe(.frame) }
  }
}
