import Models

/// What sort orders and the conditions of filters ask of an item, besides its name.
package struct KnownFacts: Hashable, Sendable {
  /// In seconds.
  package var duration: Double?
  /// In bytes.
  package var size: Int?
  /// When it was recorded or published, or else last changed; in seconds since 1970.
  package var date: Double?
  /// The same as a local date, in days since 1970.
  package var day: Int?
  /// When it was last changed, in seconds since 1970.
  package var modified: Double?
  /// The video codec's libav name; empty without video, or if unknown.
  package var codec = ""
  /// Whether the frame is higher than wide; `nil` for a square one, without video, or if unknown.
  package var isPortrait: Bool?
  /// Its own title, and who made it; empty if unknown.
  package var title = ""
  package var isLiked = false
  /// When it was last on screen, in seconds since 1970; `nil` if never.
  package var seen: Double?
  /// Whether it was left before its end.
  package var isBegun = false
  /// What the user has decided about it.
  package var review = Review()

  package init() {}

  /// Creates the facts of an item from its source and its file.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - status: The status of its file; `nil` if it has none.
  package init(_ item: FoundItem, _ status: FileStatus?) {
    duration = item.facts?.duration
    size = item.facts?.size ?? status?.size ?? item.version?.size
    modified = status?.modified.sinceEpoch ?? item.version.map { Double($0.modified) }
    date = item.facts?.date ?? modified
    let own = item.entry.map { _ in item.numbered().title.string }
    title = [item.facts?.author?.string, own].compactMap(\.self).joined(separator: " ")
  }

  /// Sets the local date.
  ///
  /// - Parameter timeZone: The offset of local time from UTC at a time, both in seconds.
  package mutating func setDay(_ timeZone: (Double) -> Int) {
    day = date.flatMap { Int(exactly: (($0 + Double(timeZone($0))) / 86_400).rounded(.down)) }
  }
}

/// Where facts come from, by what they cost.
package struct FactNeeds: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// What the user did with it: likes and history.
  package static let records = FactNeeds(rawValue: 1)
  /// The file's status: a system call.
  package static let status = FactNeeds(rawValue: 2)
  /// The file's metadata: it has to be opened, unless that was done before.
  package static let media = FactNeeds(rawValue: 4)
  /// The files beside it that describe it: they are read each time.
  package static let description = FactNeeds(rawValue: 8)
}

/// Some items of an index whose facts are needed, in feed order.
package struct FactRequest: Sendable {
  /// What the facts are needed for.
  package enum Purpose: Hashable, Sendable {
    case sorting
    case filter(FeedFilter)
    case verdicts
  }

  package let purpose: Purpose
  package let needs: FactNeeds
  package let ids: [ItemID]
  package let items: [FoundItem]
}
