import AppFeature
import Graphics
import Models

/// One page pushing another off the screen, by whole rows, so that the terminal can move what it
/// shows and is sent little more than the rows that come in (docs/decisions/link-slides.md).
///
/// What leaves is the screen as it was last shown. What comes is drawn anew for each step, with the
/// frame that `FirstFrameHold` keeps.
package struct PageMotion: Sendable {
  /// Where pages move on the screen.
  private var rows = 0..<0
  private var stride = 1
  private var slide: Slide?
  /// What is pushed off the screen, and which page that is; `nil` if it is more than one.
  private var leaving = Surface(size: CellSize(columns: 0, rows: 0))
  private var leavingID: ItemID?
  /// The screen as the last step had it.
  package private(set) var screen = Surface(size: CellSize(columns: 0, rows: 0))
  /// Where the page stood in the last step.
  private var shownOffset = 0
  private var hasStepped = false

  /// Creates a motion of nothing.
  package init() {}

  /// Whether pages are moving.
  package var isUnderWay: Bool { slide != nil }

  /// Another page comes onto the screen. One that has just begun to leave turns round; any other
  /// pushes off all that is on the screen, however much of which page that is.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - last: The one before.
  ///   - direction: The page lies below the last one (forwards), or above.
  ///   - surface: The last page as it was last drawn.
  ///   - rows: Where pages move.
  ///   - stride: They move by multiples of so many rows.
  ///   - time: Now.
  package mutating func begin(
    _ page: ItemID, after last: ItemID, _ direction: FeedDirection, from surface: Surface,
    rows: Range<Int>, stride: Int, at time: Double
  ) {
    let height = rows.count
    var distance = direction == .forwards ? height : -height
    if let slide, rows == self.rows {
      let turnsRound = page == leavingID && slide.distance.signum() != distance.signum()
      if turnsRound, !hasStepped { return cancel() }
      if turnsRound {
        leaving = surface
        leavingID = last
        distance = shownOffset - slide.distance.signum() * height
      } else if hasStepped {
        leaving = screen
        leavingID = nil
      }
    } else {
      leaving = surface
      leavingID = last
    }
    self.rows = rows
    self.stride = stride
    shownOffset = distance
    hasStepped = false
    slide = Slide(distance: distance, start: time)
  }

  /// What moves is where it should be, or is no longer to be seen.
  package mutating func cancel() {
    self = PageMotion()
  }

  /// Makes `screen` what is to be shown.
  ///
  /// - Parameters:
  ///   - page: The page in its place.
  ///   - time: Now.
  /// - Returns: How the rows have moved since the last step; `nil` if nothing moves.
  package mutating func step(_ page: Surface, at time: Double) -> RowScroll? {
    guard let slide else { return nil }
    let offset = slide.offset(at: time, stride: stride)
    if screen.size != page.size { screen = page }
    screen.copyRows(0..<rows.lowerBound, of: page, to: 0)
    screen.copyRows(rows.upperBound..<page.size.rows, of: page, to: rows.upperBound)
    let height = rows.count
    let other = offset - slide.distance.signum() * height
    copy(page, by: offset)
    copy(leaving, by: other)
    let scroll = RowScroll(rows: rows, distance: shownOffset - offset)
    shownOffset = offset
    hasStepped = true
    return scroll
  }

  /// Whether the last step has brought the page to its place.
  package var hasArrived: Bool { hasStepped && shownOffset == 0 }

  /// Takes over the rows of a surface moved by some rows.
  private mutating func copy(_ surface: Surface, by offset: Int) {
    let low = max(rows.lowerBound, rows.lowerBound - offset)
    let high = min(rows.upperBound, rows.upperBound - offset)
    guard low < high else { return }
    screen.copyRows(low..<high, of: surface, to: low + offset)
  }
}
