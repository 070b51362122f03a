import MediaCore
import Models
import Platform

extension PlaybackLoop {
  /// Draws the pictures for a changed area: stretched at once, then decoded anew.
  func fitPictures(of player: Player, now: Double) {
    guard let decoder, let area = orders.area, let shape = decoder.info.displaySize else { return }
    let placement = PicturePlacement(of: shape, in: area)
    if decoder.picturePlacement == nil {
      decoder.setPlacement(placement)
    } else if decoder.picturePlacement != placement {
      decoder.setPlacement(placement)
      if let shown = decoder.strip.shown { show(shown, of: player) }
      redrawAt = decoder.canDrawShownAgain ? nil : now + core.tuning.resizeRest
    }
    // While the clip runs the next pictures have the new size anyway.
    guard machine.phase != .loading, let due = redrawAt, now >= due else { return }
    redrawAt = nil
    guard machine.phase == .held else { return }
    let position = core.clock.position(at: now)
    // Pictures may be ahead of the sound; the one on screen stays.
    let time =
      decoder.strip.shown.flatMap { $0.due > position ? $0.time : nil }
      ?? decoder.timeline.time(at: position)
    seek(player, to: PlayerPosition.Seek(time: time), mayHasten: false)
  }
}
