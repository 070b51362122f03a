import Graphics
import Models

/// A screen to draw on, with its keyboard.
@MainActor package protocol Terminal: AnyObject {
  /// The size of the screen, at least 1 x 1.
  var size: CellSize { get }

  var capabilities: Capabilities { get }

  /// Whether a new frame may start: the last one is fully written, and the link is not overloaded.
  var isReady: Bool { get }

  /// How many frames have been sent.
  var frameCount: Int { get }

  /// Seconds until a frame is on screen, as far as the link is known: 0 once it is there, `nil` while it
  /// is still being written.
  ///
  /// - Parameter number: `frameCount` after it was presented.
  func timeToScreen(ofFrame number: Int) -> Double?

  /// The frame timing that suits the link.
  var timing: DisplayTiming { get }

  var link: LinkStatistics { get }

  /// Whether the last frame left the screen exactly as presented. If not, presenting the same again
  /// brings it closer.
  var isExact: Bool { get }

  /// Receives keys and all other events, everything from one read together. `.ready` arrives when
  /// `isReady` has become true again after a `present` that left it false.
  var onEvents: (@MainActor ([TerminalEvent]) -> Void)? { get set }

  /// Shows a surface with chrome over it, as one frame.
  ///
  /// Only differences from the screen are sent, if any.
  ///
  /// - Parameters:
  ///   - surface: As large as the screen; cells beyond it are not shown, missing ones are black.
  ///   - chrome: Windows over the surface, later ones on top.
  ///   - exactly: Whether every differing cell is sent, as far as the link allows: for static
  ///     frames. Otherwise invisible differences may wait.
  ///   - scroll: Rows that moved as a whole since the last frame, so that less is sent. The surface
  ///     is shown in any case, but unchanged parts do not become more exact during the move; a
  ///     distance of 0 has only that effect.
  /// - Returns: Whether the frame was accepted. While `isReady` is false it is not, and the screen
  ///   stays unchanged.
  @discardableResult
  func present(
    _ surface: Surface, chrome: [ChromeWindow], exactly: Bool, scroll: RowScroll?
  ) -> Bool

  /// Sets whether every pointer motion is reported, from the next frame on, or only drags. Many
  /// terminals report neither.
  func reportMotion(_ isWanted: Bool)

  /// Where the hidden cursor is after each frame, from the next one on; `nil` for anywhere. Screen
  /// readers and braille displays follow it.
  var cursor: (column: Int, row: Int)? { get set }

  /// The title of the terminal's window, from the next frame on, if the terminal can have one.
  var title: CleanText { get set }

  /// Forgets the screen content, so that the next `present` sends everything.
  func redraw()

  /// Restores the terminal, stops the process like Ctrl-Z, takes the terminal again when the
  /// process continues, and sends `.resized`.
  func suspend()

  /// Restores the terminal. Unwritten output is discarded. A second call does nothing.
  func restore()
}
