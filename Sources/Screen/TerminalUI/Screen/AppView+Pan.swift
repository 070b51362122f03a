import Clients
import Graphics
import Models
import TerminalCore

// Still pictures that are longer than the screen.
extension AppView {
  /// Begins to move pictures that fill the screen.
  func followPanorama() {
    panTimer.onTick = { [weak self] in self?.drawAnyway() }
    panorama.onPicture = { [weak self] in self?.drawAnyway() }
  }

  /// The picture as it is to be seen now: where it fills the screen with a part of itself, that part
  /// moves.
  func panned(_ frame: Frame?, isStill: Bool) -> Frame? {
    guard isStill, model.fit == .fill, !pageMotion.isUnderWay, let clip = model.clip, var frame,
      let shape = playerClient.details(clip.playerID)?.displaySize,
      let pixels = panorama.part(
        of: clip.playerID, shape: shape, in: drawing.layout.pictureArea(.fill),
        moves: isAnimated && model.isPlaying && !model.isCovered && canPan, at: now())
    else {
      let isOver = !isStill || model.fit != .fill || model.clip == nil
      if isOver { panorama.stop() } else { panorama.hold() }
      panTimer.isRunning = false
      return frame
    }
    panTimer.isRunning = panorama.isRunning
    frame.pixels = pixels
    return frame
  }

  /// Whether the link carries a whole page in the time of a slide: each step is one. Images would be
  /// sent anew with each.
  private var canPan: Bool {
    let picture = drawing.layout.picture
    guard case .glyphs = terminal.capabilities.pictureForm else { return false }
    return Slide.isCarried(cells: picture.columns * picture.rows, by: terminal.link)
  }
}
