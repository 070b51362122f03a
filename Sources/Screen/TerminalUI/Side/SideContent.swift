import AppFeature
import Models
import Platform

/// The text about a clip beside its frame.
package struct SideContent: Hashable, Sendable {
  package var title: CleanText
  /// The author and date.
  package var byline: CleanText
  /// What the user decided.
  package var review: CleanText
  package var description: [CleanText]
  /// The place in the feed.
  package var place: CleanText
  package var isLiked: Bool

  /// Collects the text.
  ///
  /// - Parameters:
  ///   - media: The container's metadata; `nil` before it has been opened.
  ///   - place: The item's place, in words.
  ///   - review: What the user decided, in words.
  ///   - caption: The clip's caption, in place of a description.
  ///   - timeZone: The user's offset from UTC at a time, in seconds.
  package init(
    _ clip: ScreenModel.ClipPage, media: MediaDetails? = nil, place: CleanText = "",
    review: CleanText = "", caption: [CleanText] = [], isLiked: Bool = false,
    timeZone: (Double) -> Int = { _ in 0 },
    formats: LocalFormats = .plain
  ) {
    title = clip.title(media)
    let about = media?.about ?? ClipDescription()
    let author = clip.facts?.author ?? about.author
    let date =
      (clip.facts?.date ?? about.date).flatMap { formats.day($0, offset: timeZone($0)) }
      ?? about.day.flatMap { formats.day($0, offset: 0) }
      ?? media?.recorded.flatMap { formats.day($0, offset: timeZone($0)) }
      ?? media?.tag("date")?.string
    byline = CleanText([author?.string, date].compactMap(\.self).joined(separator: ", "))
    let summary = clip.facts?.summary ?? []
    description = !caption.isEmpty ? caption : summary.isEmpty ? about.summary : summary
    self.review = review
    self.place = place
    self.isLiked = isLiked
  }
}
