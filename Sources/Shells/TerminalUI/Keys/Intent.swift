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
  case toggleMute
  case cycleLoopMode
  case toggleHelp
  case close
  case redraw
  case suspend
  case quit
}
