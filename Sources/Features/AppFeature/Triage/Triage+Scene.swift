import Models

extension Triage {
  /// What triage acts on, as the feed sees it, and what it wants the feed to do.
  struct Scene: Hashable, Sendable {
    /// The items that keys are for: those that are marked, or else the one on screen or under the
    /// cursor.
    var subjects: [FeedItem] = []
    /// Whether several are marked.
    var isLot = false
    /// Whether what keys are for is not there yet.
    var isPending = false
    /// Since when the subject has been visible, in seconds since 1970; `nil` while it is not.
    var seenSince: Double?
    /// The page on screen; `nil` in the overview.
    var page: Item.State?
    /// The item of that page, or the one that plays in the overview.
    var current: ItemID?
    /// Whether times on screen are those of a clip that plays, and of its own file.
    var isMarkable = false
    /// The file on screen, if its notes are shown.
    var notedFile: FilePath?
    /// Whether another program has the terminal.
    var isSuspended = false
    /// Items whose ids are at hand.
    var items: [FeedItem] = []
    var marks: [ItemID: ItemMarks] = [:]

    /// The reviews that it has changed.
    var reviews: [ItemID: Review] = [:]
    /// What the feed is to do, in order.
    var wishes: [Wish] = []

    func review(of id: ItemID) -> Review { reviews[id] ?? marks[id]?.review ?? Review() }
  }

  /// What only the feed can do.
  enum Wish: Hashable, Sendable {
    case toast(Toast.Message)
    /// Goes on to the next clip.
    case goOn
    /// Removes the marks of items that are done with.
    case unmarkAll
    /// Shows an item that is in the window.
    case show(ItemID)
    /// The same, to undo what was decided about it, and if it is still there, on that page.
    case goBack(to: ItemID, PageID?)
    /// Where the excerpts of a clip open, if they are shown again.
    case reopenExcerpt(LastPlace)
    /// Opens an item wherever it is, once the index knows of some reviews.
    case open(ItemID, after: [ItemID: Review])
    /// Leaves judged clips out, or shows them.
    case hideJudged(Bool)
    /// Stops the clip while the terminal is lent, or lets it go on.
    case suspend(Bool)
  }
}
