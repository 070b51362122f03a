/// What the user asks for with a key, whatever the key.
package enum Intent: Hashable, Sendable {
  case nextPage
  case previousPage
  case firstPage
  case lastPage
  case togglePause
  /// Seconds from here, backwards if negative.
  case seek(by: Double)
  /// A part of the clip, from 0 to 1.
  case jump(toFraction: Double)
  /// Frames from here, backwards if negative; holds the clip.
  case step(by: Int)
  case toggleMute
  /// Percent, softer if negative.
  case changeVolume(by: Int)
  /// Steps, slower if negative.
  case changeSpeed(by: Int)
  case cycleSoundTrack
  case cycleSubtitles
  case toggleFit
  case cycleLoopMode
  /// Types a filter.
  case openFilter
  case toggleLike
  case toggleDetails
  /// Opens the item with the system's program for it.
  case openOutside
  /// Puts the item's path or address onto the clipboard.
  case copyLocation
  case refresh
  case toggleStatistics
  /// Saves the frame with all its pixels.
  case saveFrame
  /// Saves the pixels that the screen shows of it.
  case saveShownFrame
  case toggleHelp
  case close
  case redraw
  case suspend
  case quit
}
