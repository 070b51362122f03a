import Models
import Platform

/// The display names of a clip's tags, each unique.
struct TagNames {
  /// How many tags have a name, by that in lower case.
  private var counts: [String: Int] = [:]

  /// Counts the names of all listed tags.
  init(of tags: [MediaDetails.Tag]) {
    for tag in tags { counts[Self.words(tag).lowercased(), default: 0] += 1 }
  }

  /// A tag's name in the style of the other labels: `File type` for `major_brand`, `Model` for
  /// `com.apple.quicktime.model`. If another tag has the same name, its full key is used.
  func name(of tag: MediaDetails.Tag) -> CleanText {
    let words = Self.words(tag)
    guard counts[words.lowercased(), default: 0] < 2 else { return Self.label(tag.name.string) }
    return Self.known[words.lowercased()].map { CleanText(localized(marked: $0)) }
      ?? Self.label(words)
  }

  /// What people call the common tags of containers (ffmpeg.org, "Metadata"; QuickTime's metadata
  /// keys), by key in lower case.
  private static let known = [
    "make": translatable("Make"), "model": translatable("Model"),
    "software": translatable("Software"), "creationdate": translatable("Creation date"),
    "creation_time": translatable("Creation date"), "location": translatable("Location"),
    "major_brand": translatable("File type"), "minor_version": translatable("Type version"),
    "compatible_brands": translatable("Compatible types"),
    "encoder": translatable("Written by"), "encoded_by": translatable("Encoded by"),
    "title": translatable("Title"), "artist": translatable("Artist"),
    "album": translatable("Album"), "album_artist": translatable("Album artist"),
    "composer": translatable("Composer"), "performer": translatable("Performer"),
    "genre": translatable("Genre"), "track": translatable("Track"), "disc": translatable("Disc"),
    "date": translatable("Date"), "copyright": translatable("Copyright"),
    "comment": translatable("Comment"), "description": translatable("Description"),
    "synopsis": translatable("Synopsis"), "show": translatable("Show"),
    "season_number": translatable("Season"), "episode_sort": translatable("Episode"),
    "episode_id": translatable("Episode name"), "language": translatable("Language"),
    "publisher": translatable("Publisher"), "lyrics": translatable("Lyrics"),
  ]

  /// Whether two tags have the same name and value.
  static func areAlike(_ first: MediaDetails.Tag, _ second: MediaDetails.Tag) -> Bool {
    first.value == second.value && words(first).lowercased() == words(second).lowercased()
  }

  /// The name without its common prefix: of QuickTime keys, which start with a reversed domain, the
  /// last two parts, and for a location without the standard of its notation.
  private static func words(_ tag: MediaDetails.Tag) -> String {
    let name = tag.name.string
    var parts = name.split(separator: ".")
    guard parts.count > 2, ["com", "org", "net"].contains(parts[0]) else { return name }
    parts.removeFirst(parts.starts(with: ["com", "apple", "quicktime"]) && parts.count > 3 ? 3 : 1)
    if parts.count > 1, parts.last == "ISO6709" { parts.removeLast() }
    return parts.suffix(2).joined(separator: " ")
  }

  private static func label(_ words: String) -> CleanText {
    let words = words.replacing("_", with: " ")
    return CleanText(words.prefix(1).uppercased() + words.dropFirst())
  }
}
