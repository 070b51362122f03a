import Models
import Platform

/// The display names of a clip's tags, each unique.
struct TagNames {
  /// How many tags have a name.
  private var counts: [String: Int] = [:]

  /// Counts the names of all listed tags.
  init(of tags: [MediaDetails.Tag]) {
    for tag in tags { counts[Self.words(tag).lowercased(), default: 0] += 1 }
  }

  /// A tag's name in the style of the other labels: `Major brand` for `major_brand`, `Model` for
  /// `com.apple.quicktime.model`. If another tag has the same name, its full key is used.
  func name(of tag: MediaDetails.Tag) -> CleanText {
    let words = Self.words(tag)
    guard counts[words.lowercased(), default: 0] < 2 else { return Self.label(tag.name.string) }
    return switch words.lowercased() {
    case "make": .localized("Make")
    case "model": .localized("Model")
    case "software": .localized("Software")
    case "creationdate": .localized("Creation date")
    case "location": .localized("Location")
    default: Self.label(words)
    }
  }

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
