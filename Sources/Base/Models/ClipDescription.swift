/// What a file beside a clip, or the clip's own tags, say of it.
package struct ClipDescription: Hashable, Sendable {
  /// Empty if it has none.
  package var title: CleanText = ""
  package var author: CleanText?
  /// Paragraphs of one line each.
  package var summary: [CleanText] = []
  /// When it was published, in seconds since 1970.
  package var date: Double?
  /// The day if the time is unknown: its beginning in UTC, in seconds since 1970.
  package var day: Double?
  /// The web page it comes from.
  package var link: RemoteAddress?
  package var chapters: [Chapter] = []

  package init() {}
}

extension MediaDetails {
  /// The value of the first tag that has one of these names.
  package func tag(_ names: String...) -> CleanText? {
    names.lazy.compactMap { name in
      tags.first { $0.name.string.lowercased() == name && !$0.value.isEmpty }?.value
    }.first
  }

  /// Takes up what a file beside the clip says, and for what it does not say, the clip's tags.
  package mutating func describe(_ file: ClipDescription?) {
    description = file
    var about = file ?? ClipDescription()
    if about.title.isEmpty { about.title = tag("title") ?? "" }
    about.author = about.author ?? tag("artist", "author", "album_artist")
    if about.summary.isEmpty {
      about.summary = [tag("description", "synopsis", "comment")].compactMap(\.self)
    }
    if chapters.isEmpty { chapters = about.chapters }
    self.about = about
  }

  /// The title; of a song, after its artist. `nil` if it has none of its own.
  package var title: CleanText? {
    guard !about.title.isEmpty else { return nil }
    guard isSong, let artist = about.author else { return about.title }
    return CleanText("\(artist.string) – \(about.title.string)")
  }

  /// Whether it is sound, with a cover at most.
  private var isSong: Bool { frameRate == nil && !soundFormat.isEmpty }
}

extension Clip {
  /// Whether it has no title but the name of its file.
  package var isTitledByFile: Bool {
    !location.isRemote && title == location.title
  }
}
