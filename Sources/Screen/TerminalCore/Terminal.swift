import Graphics
import Models

/// A screen to draw on and the keys that belong to it.
@MainActor package protocol Terminal: AnyObject {
  /// The size of the screen, at least 1 x 1.
  var size: CellSize { get }

  /// What the terminal can show.
  var capabilities: Capabilities { get }

  /// Whether a new frame may start: nothing of the last one is left to write, and the way to the
  /// terminal holds no more than it should.
  var isReady: Bool { get }

  /// What the way to the terminal asks of the frames.
  var timing: DisplayTiming { get }

  /// What the way to the terminal is like.
  var link: LinkStatistics { get }

  /// Whether the last frame left the screen exactly as it was presented. If not, presenting the same
  /// again brings it closer.
  var isExact: Bool { get }

  /// Receives keys and everything else the terminal tells, all that was read together at once. `.ready`
  /// comes when `isReady` has turned true again after a `present` that left it false.
  var onEvents: (@MainActor ([TerminalEvent]) -> Void)? { get set }

  /// Shows a surface with chrome over it, as one frame.
  ///
  /// Only what differs from the screen is sent; nothing at all if nothing does.
  ///
  /// - Parameters:
  ///   - surface: As large as the screen; cells beyond are not shown, missing ones are black.
  ///   - chrome: Windows over the surface, later ones over earlier ones.
  ///   - exactly: Whether every cell is sent that differs at all, as far as the link allows: for
  ///     frames that rest. Otherwise differences the eye does not see may wait.
  ///   - scroll: Rows that have moved as a whole since the last frame, so that less needs to be
  ///     sent. What is shown is the surface in any case, though what is asked for as before does not
  ///     become more exact while it moves; a distance of 0 asks for that alone.
  /// - Returns: Whether the frame was taken. While `isReady` is false it is not, and the screen
  ///   stays as it is.
  @discardableResult
  func present(
    _ surface: Surface, chrome: [ChromeWindow], exactly: Bool, scroll: RowScroll?
  ) -> Bool

  /// Says whether each motion of the pointer is to be told, from the next frame on; else only those
  /// with a button held are. Many terminals tell neither.
  func reportMotion(_ isWanted: Bool)

  /// Forgets what the screen shows, so that the next `present` sends everything.
  func redraw()

  /// Gives the terminal back, stops the process as Ctrl-Z does elsewhere, takes the terminal again
  /// when the process goes on, and sends `.resized`.
  func suspend()

  /// Gives the terminal back as it was. What has not been written is thrown away. A second call
  /// does nothing.
  func restore()
}
