import Composable
import Models

extension Overview {
  package enum Action: Hashable, Sendable {
    /// Turns between the page and the sheet.
    case toggled
    /// Where the cursor is, and how many items there are.
    ///
    /// - isSame: Whether it is on the same item as before, which is elsewhere now.
    case located(Int, count: Int, isSame: Bool = false)
    case laidOut(Grid)
    case moved(Move)
    /// Scrolls by rows, up if negative.
    case scrolled(by: Int)
    /// Makes tiles larger by steps, smaller if negative.
    case zoomed(by: Int)
    /// Marks the item under the cursor, or takes its mark away.
    case markTapped
    /// Marks all from the last mark to the cursor.
    case rangeTapped
    /// Marks all that match, or if they are, none.
    case allTapped
    /// These items are to be marked, with what is remembered of them.
    case lotFound([FeedItem], [ItemID: ItemMarks])
    /// Shows the page of the clip under the cursor.
    case opened
    /// Items from a number on, and how many there are.
    case found([FeedItem], from: Int, count: Int)
    case remembered([ItemID], [ItemID: ItemMarks])
    case thumbnailsChanged([ItemID: Thumbnail])
    /// The tiles on screen have not changed for a moment.
    case settled
    /// The cursor has not moved for a moment.
    case rested
    /// It has not moved for longer.
    case lingered
  }

  enum CancelID: CaseIterable, Hashable, Sendable {
    case items
    case changes
    case settling
    case resting
    case marking
  }

  /// For how long the screen has to stand still before thumbnails are made for it: what is passed
  /// with a held key is not worth decoding.
  static let settleDelay = Duration.milliseconds(60)
  /// For how long the cursor has to rest before its clip plays.
  static let restDelay = Duration.milliseconds(200)
  /// For how long it has to rest before its clip is heard.
  static let soundDelay = Duration.milliseconds(600)
}

extension Feed.Action {
  package static let overviewCase = CasePath<Feed.Action, Overview.Action>(
    embed: Feed.Action.overview,
    extract: { if case .overview(let action) = $0 { action } else { nil } })
}
