import AppFeature
import Models
import Platform

/// What is told of a clip beside its frame.
package struct SideContent: Hashable, Sendable {
  package var title: CleanText
  /// Who made it, and on which day.
  package var byline: CleanText
  package var description: [CleanText]
  /// Where it stands in the feed.
  package var place: CleanText
  package var isLiked: Bool

  /// Collects what is known.
  ///
  /// - Parameters:
  ///   - clip: The page.
  ///   - media: What the container says; `nil` before it has been opened.
  ///   - place: Where the item stands, in words.
  ///   - isLiked: Whether the user likes it.
  ///   - timeZone: Seconds by which the reader's clock is ahead of UTC at a time.
  ///   - formats: How dates are written.
  package init(
    _ clip: ScreenModel.ClipPage, media: MediaDetails? = nil, place: CleanText = "",
    isLiked: Bool = false, timeZone: (Double) -> Int = { _ in 0 },
    formats: LocalFormats = .plain
  ) {
    func tag(_ names: String...) -> CleanText? {
      names.lazy.compactMap { name in
        media?.tags.first { $0.name.string.lowercased() == name && !$0.value.isEmpty }?.value
      }.first
    }
    title = clip.title
    let author = clip.facts?.author ?? tag("artist", "author", "album_artist")
    let date =
      (clip.facts?.date ?? media?.recorded).flatMap { formats.day($0, offset: timeZone($0)) }
      ?? tag("date")?.string
    byline = CleanText([author?.string, date].compactMap(\.self).joined(separator: ", "))
    let summary = clip.facts?.summary ?? []
    description =
      summary.isEmpty ? [tag("description", "synopsis", "comment")].compactMap(\.self) : summary
    self.place = place
    self.isLiked = isLiked
  }
}
