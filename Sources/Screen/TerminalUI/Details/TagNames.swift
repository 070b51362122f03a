import Models
import Platform

/// What a clip's tags are called in its details, no two of them alike.
struct TagNames {
  /// How many tags have a name.
  private var counts: [String: Int] = [:]

  /// Takes in all tags that are told.
  init(of tags: [MediaDetails.Tag]) {
    for tag in tags { counts[Self.words(tag).lowercased(), default: 0] += 1 }
  }

  /// A tag's name as the other labels are written: `Major brand` for `major_brand`, `Model` for
  /// `com.apple.quicktime.model`. Where another has this name, it is called by its whole.
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

  /// Whether two tags say the same by the same name.
  static func areAlike(_ first: MediaDetails.Tag, _ second: MediaDetails.Tag) -> Bool {
    first.value == second.value && words(first).lowercased() == words(second).lowercased()
  }

  /// The name without what it shares with others of its maker: of the domain, turned round, that keys of
  /// QuickTime begin with, and what follows it, the last two parts, without the standard that a place
  /// is written by.
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
