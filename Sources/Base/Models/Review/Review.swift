/// What the user has decided about a clip; its parts are independent of each other
/// (docs/decisions/triage.md).
package struct Review: Hashable, Sendable {
  package enum Verdict: String, Hashable, Sendable, CaseIterable {
    case keep
    case reject
  }

  /// An end of the part that matters.
  package enum Point: Hashable, Sendable, CaseIterable {
    case `in`
    case out
  }

  /// `nil` if there is none yet.
  package var verdict: Verdict?
  /// From 1 to ``maxRating``; 0 if there is none.
  package var rating: Int
  /// In the order in which they were given, each once.
  package var tags: [String]
  /// Where the part that matters begins and ends, in seconds; `nil` if that is not marked.
  package var inPoint: Double?
  package var outPoint: Double?

  package static let maxRating = 5
  /// The most tags of a clip.
  package static let maxTags = 64

  /// Values out of range are ignored.
  package init(
    verdict: Verdict? = nil, rating: Int = 0, tags: [String] = [], inPoint: Double? = nil,
    outPoint: Double? = nil
  ) {
    self.verdict = verdict
    self.rating = (0...Self.maxRating).contains(rating) ? rating : 0
    func time(_ time: Double?) -> Double? { time.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } }
    self.inPoint = time(inPoint)
    self.outPoint = time(outPoint)
    self.tags = []
    for tag in tags.prefix(Self.maxTags) {
      if let tag = Self.tag(tag), !self.tags.contains(tag) { self.tags.append(tag) }
    }
  }

  /// Whether nothing has been decided.
  package var isEmpty: Bool { self == Review() }

  /// The marked part, in seconds; `nil` unless both its ends are marked, in this order.
  package var part: ClosedRange<Double>? {
    guard let inPoint, let outPoint, inPoint < outPoint else { return nil }
    return inPoint...outPoint
  }

  /// The time of a point, in seconds; `nil` if it is not marked.
  package subscript(point: Point) -> Double? {
    get { point == .in ? inPoint : outPoint }
    set { if point == .in { inPoint = newValue } else { outPoint = newValue } }
  }

  /// Marks a point, or takes its mark back if that is where it is. The other end's mark goes if it
  /// would be on the wrong side.
  ///
  /// - Parameters:
  ///   - point: Which end of the part.
  ///   - time: In seconds; rounded to milliseconds.
  ///   - tolerance: How far from its mark a time is still the same, in seconds.
  package mutating func mark(_ point: Point, at time: Double, tolerance: Double) {
    guard time.isFinite else { return }
    let time = (max(time, 0) * 1_000).rounded() / 1_000
    if let mark = self[point], abs(mark - time) <= tolerance {
      self[point] = nil
      return
    }
    self[point] = time
    let isOrdered = inPoint ?? 0 < outPoint ?? .infinity
    if !isOrdered { self[point == .in ? .out : .in] = nil }
  }

  /// This review with what differs between two others.
  package func changed(from old: Review, to new: Review) -> Review {
    var tags = tags.filter { !old.tags.contains($0) || new.tags.contains($0) }
    tags += new.tags.filter { !old.tags.contains($0) && !tags.contains($0) }
    return Review(
      verdict: old.verdict == new.verdict ? verdict : new.verdict,
      rating: old.rating == new.rating ? rating : new.rating, tags: tags,
      inPoint: old.inPoint == new.inPoint ? inPoint : new.inPoint,
      outPoint: old.outPoint == new.outPoint ? outPoint : new.outPoint)
  }

  /// The most characters of a tag.
  private static let maxTagLength = 100

  /// A tag that is safe to show and to list: without control characters, commas, and blanks at its
  /// ends; `nil` if nothing is left.
  package static func tag(_ text: String) -> String? {
    let clean = CleanText(bytes: Array(text.utf8), limit: maxTagLength).string
      .replacing(",", with: " ")
    let words = clean.split(whereSeparator: \.isWhitespace)
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
