import Models

/// What the user wants, independent of the key.
package enum Intent: Hashable, Sendable {
  case nextPage
  case previousPage
  case firstPage
  case lastPage
  /// Goes to the next section, or the previous one if negative.
  case section(by: Int)
  case togglePause
  /// Seconds from the current position, backwards if negative.
  case seek(by: Double)
  /// A part of the clip, from 0 to 1.
  case jump(toFraction: Double)
  /// Goes to the next chapter, or the previous one if negative.
  case chapter(by: Int)
  /// Shows the chapters.
  case toggleChapters
  /// Goes to the next place where something happens, or the previous one if negative.
  case event(by: Int)
  /// Frames from the current position, backwards if negative; pauses the clip.
  case step(by: Int)
  case toggleMute
  /// Percent, down if negative.
  case changeVolume(by: Int)
  /// Steps, slower if negative.
  case changeSpeed(by: Int)
  /// Milliseconds, earlier if negative.
  case shiftSound(by: Int)
  case cycleSoundTrack
  case cycleSubtitles
  case toggleFit
  /// Rotates the clip by a quarter turn.
  case rotate
  case cycleLoopMode
  /// Opens the filter line.
  case openFilter
  /// Opens the line for the number of an item.
  case goToNumber
  case toggleLike
  /// Turns between the page and the sheet of thumbnails.
  case toggleOverview
  /// Turns between a clip and its excerpts.
  case toggleExcerpts
  /// Plays the film on from an excerpt, or goes back to it.
  case toggleFilm
  /// Turns triage on or off.
  case toggleTriage
  /// Sets the verdict on the item, or takes it back, and may go on to the next one.
  case judge(Review.Verdict?, goesOn: Bool)
  /// Rates the item from 1 to 5; 0 takes the rating back.
  case rate(Int)
  /// Gives the item a tag, by its index.
  case tag(Int)
  /// Opens the line for the tags of the item.
  case editTags
  /// Marks an end of the part that matters, or takes the mark back.
  case mark(Review.Point)
  /// Edits the caption of the clip.
  case editCaption
  case undo
  case redo
  /// Shows or hides what an apply will do.
  case toggleApply
  case toggleDetails
  /// Opens the item with the system's default program.
  case openOutside
  /// Copies the item's path or address to the clipboard.
  case copyLocation
  case refresh
  case toggleStatistics
  /// Saves the frame at full resolution.
  case saveFrame
  /// Saves the pixels shown on screen.
  case saveShownFrame
  case toggleHelp
  case close
  case redraw
  case suspend
  case quit
}

extension Intent {
  /// Whether its keys are in force only while triage is on.
  package var isOfTriage: Bool {
    switch self {
    case .judge, .rate, .tag, .editTags, .mark, .editCaption, .undo, .redo, .toggleApply: true
    default: false
    }
  }
}
