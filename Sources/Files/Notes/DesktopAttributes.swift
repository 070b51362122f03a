import Models
import Platform

/// The tags and the rating that desktops keep in a file's attributes: `user.xdg.tags`, separated by
/// commas, and `user.baloo.rating`, from 0 to 10
/// (https://www.freedesktop.org/wiki/CommonExtendedAttributes/).
package enum DesktopAttributes {
  private static let tags = "user.xdg.tags"
  private static let rating = "user.baloo.rating"

  /// What a file's attributes say.
  package static func review(of path: FilePath) -> Review {
    func text(_ name: String) -> String { String(decoding: value(name, of: path), as: UTF8.self) }
    let halves = Int(text(rating)).flatMap { (0...10).contains($0) ? $0 : nil } ?? 0
    return Review(
      rating: (halves + 1) / 2, tags: text(tags).split(separator: ",").map(String.init))
  }

  /// Has a file's attributes say what a review says. Where that is silent, they stay as they are.
  ///
  /// - Returns: Whether anything has changed.
  package static func write(_ review: Review, to path: FilePath) throws(FileError) -> Bool {
    let old = Self.review(of: path)
    // Tags that Flick cannot show stay as they are.
    let known = value(tags, of: path)
    let new = review.tags.map { Array($0.utf8) }
      .filter { !known.split(separator: comma).map(Array.init).contains($0) }
    let hasRating = review.rating != 0 && review.rating != old.rating
    try FileError.about(path) { () throws(SystemError) in
      try path.withCString { path throws(SystemError) in
        if !new.isEmpty {
          let all = Array(([known].filter { !$0.isEmpty } + new).joined(separator: [comma]))
          try FileAttribute.set(tags, to: all, of: path)
        }
        if hasRating {
          try FileAttribute.set(rating, to: Array("\(review.rating * 2)".utf8), of: path)
        }
      }
    }
    return !new.isEmpty || hasRating
  }

  private static let comma = UInt8(ascii: ",")

  private static func value(_ name: String, of path: FilePath) -> [UInt8] {
    path.withCString { FileAttribute.value(name, of: $0) } ?? []
  }
}
