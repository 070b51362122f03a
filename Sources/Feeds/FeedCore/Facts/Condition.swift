import Models

/// A condition of a filter on what is known of an item, such as `is:unseen` or `dur:<30s`.
package enum Condition: Hashable, Sendable {
  /// What the user did with an item.
  package enum Use: String, CaseIterable, Sendable {
    case liked
    case seen
    case unseen
    case begun
    case kept
    case rejected
    case unreviewed
  }

  case use(Use)
  /// In stars.
  case rating(ClosedRange<Double>)
  /// A tag, in lower case and with dashes between its words.
  case tag([UInt8])
  /// In seconds.
  case duration(ClosedRange<Double>)
  /// In bytes.
  case size(ClosedRange<Double>)
  /// In days since 1970, local time.
  case day(ClosedRange<Double>)
  /// The beginning of a codec's libav name, in lower case.
  case codec(String)
  case title(FilterQuery)
  case portrait
  case landscape

  /// Where the facts come from.
  package var needs: FactNeeds {
    switch self {
    case .use, .rating, .tag: .records
    case .size: .status
    case .day: [.status, .media]
    case .title: [.media, .description]
    case .duration, .codec, .portrait, .landscape: .media
    }
  }

  /// Whether an item meets the condition. One of which too little is known does not.
  package func accepts(_ facts: KnownFacts) -> Bool {
    switch self {
    case .use(.liked): facts.isLiked
    case .use(.seen): facts.seen != nil
    case .use(.unseen): facts.seen == nil
    case .use(.begun): facts.isBegun
    case .use(.kept): facts.review.verdict == .keep
    case .use(.rejected): facts.review.verdict == .reject
    case .use(.unreviewed): facts.review.verdict == nil
    case .rating(let range): range.contains(Double(facts.review.rating))
    case .tag(let tag): facts.review.tags.contains { Self.folded(tag: $0) == tag }
    case .duration(let range): facts.duration.map(range.contains) ?? false
    case .size(let range): facts.size.map { range.contains(Double($0)) } ?? false
    case .day(let range): facts.day.map { range.contains(Double($0)) } ?? false
    case .codec(let name): facts.codec.hasPrefix(name)
    case .title(let word): word.matches(facts.title.utf8)
    case .portrait: facts.isPortrait == true
    case .landscape: facts.isPortrait == false
    }
  }

  /// A tag as compared: in lower case, with dashes between its words.
  static func folded(tag: String) -> [UInt8] {
    Array(tag.utf8).withUnsafeBufferPointer(FilterText.folding).map { byte in
      byte == UInt8(ascii: " ") ? UInt8(ascii: "-") : NaturalOrder.lowercased(byte)
    }
  }
}
