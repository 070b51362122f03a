import AppFeature
import Graphics
import Models

/// One page, or the overview, pushing another off the screen, by whole rows, so that the terminal can scroll its
/// content and is sent little more than the new rows (docs/decisions/link-slides.md).
///
/// The leaving page is the screen as last shown. The new page is redrawn for each step, with the
/// frame that `FirstFrameHold` keeps.
package struct PageMotion: Sendable {
  /// What moves.
  package enum Subject: Hashable, Sendable {
    case page(PageID)
    case overview
  }

  /// The screen rows in which pages move.
  private var rows = 0..<0
  private var stride = 1
  private var slide: Slide?
  /// The leaving content, and what it is; `nil` if it is more than one page.
  private var leaving = Surface(size: CellSize(columns: 0, rows: 0))
  private var leavingSubject: Subject?
  /// The screen after the last step.
  package private(set) var screen = Surface(size: CellSize(columns: 0, rows: 0))
  /// The page's offset in the last step.
  private var shownOffset = 0
  private var hasStepped = false

  package init() {}

  package var isUnderWay: Bool { slide != nil }

  /// Starts sliding another page in. A page that has just started to leave turns back; any other
  /// pushes off the whole screen, even if that shows parts of two pages.
  ///
  /// - Parameters:
  ///   - direction: The page is below the last one (forwards), or above.
  ///   - surface: The last page as it was last drawn.
  ///   - rows: The rows in which pages move.
  ///   - stride: They move by multiples of this many rows.
  ///   - time: Now.
  package mutating func begin(
    _ page: Subject, after last: Subject, _ direction: FeedDirection, from surface: Surface,
    rows: Range<Int>, stride: Int, at time: Double
  ) {
    let height = rows.count
    var distance = direction == .forwards ? height : -height
    if let slide, rows == self.rows {
      let turnsRound = page == leavingSubject && slide.distance.signum() != distance.signum()
      if turnsRound, !hasStepped { return cancel() }
      if turnsRound {
        leaving = surface
        leavingSubject = last
        distance = shownOffset - slide.distance.signum() * height
      } else if hasStepped {
        leaving = screen
        leavingSubject = nil
      }
    } else {
      leaving = surface
      leavingSubject = last
    }
    self.rows = rows
    self.stride = stride
    shownOffset = distance
    hasStepped = false
    slide = Slide(distance: distance, start: time)
  }

  /// Ends the motion: it has arrived, or is no longer visible.
  package mutating func cancel() {
    self = PageMotion()
  }

  /// Updates `screen`.
  ///
  /// - Parameters:
  ///   - page: The page in its final place.
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

  /// Whether the page arrived with the last step.
  package var hasArrived: Bool { hasStepped && shownOffset == 0 }

  /// Copies the rows of a surface, moved by some rows.
  private mutating func copy(_ surface: Surface, by offset: Int) {
    let low = max(rows.lowerBound, rows.lowerBound - offset)
    let high = min(rows.upperBound, rows.upperBound - offset)
    guard low < high else { return }
    screen.copyRows(low..<high, of: surface, to: low + offset)
  }
}
