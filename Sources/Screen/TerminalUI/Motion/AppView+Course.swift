import Clients
import Graphics
import Models
import TerminalCore

// What the picture does on the screen.
extension AppView {
  /// A page slides, and a still picture that fills the screen with a part of itself is moved along.
  func course(_ sight: PlayerSight, at time: Double) -> FrameScheduler.Course {
    // Rows under a window do not move.
    if model.isCovered { painter.motion.cancel() }
    let isSliding = painter.motion.isUnderWay
    let pixels = isSliding ? nil : panned(sight, at: time)
    if pixels == nil {
      let isOver = !sight.time.isStill || model.fit != .fill || model.clip == nil
      if isOver { panorama.stop() } else { panorama.hold() }
    }
    scheduler.timetable.keep(.pan, pixels != nil && panorama.isRunning, at: time)
    if let pixels { return .pans(pixels, isMoving: panorama.isMoving) }
    return isSliding ? .slides : .staysInPlace
  }

  /// What is seen now of a picture that is longer than the screen.
  private func panned(_ sight: PlayerSight, at time: Double) -> PixelBuffer? {
    guard sight.time.isStill, sight.newest != nil, model.fit == .fill, let clip = model.clip,
      let shape = sight.details?.displaySize
    else { return nil }
    return panorama.part(
      of: clip.playerID, shape: shape, in: painter.drawing.layout.pictureArea(.fill),
      moves: isAnimated && model.isPlaying && !model.isCovered && canPan, at: time)
  }

  /// Whether the link carries a whole page in the time of a slide: each step is one. Images would be
  /// sent anew with each.
  private var canPan: Bool {
    guard case .glyphs = terminal.capabilities.pictureForm else { return false }
    return isPageCarried
  }
}
