import Glibc
import Models
import Platform

/// The XMP of a clip, `clip.mp4.xmp`, as darktable and digiKam name it.
package struct XMPFile: Hashable, Sendable {
  /// Where it is, or would be.
  package let path: FilePath

  /// Longer files are none of a clip's, in bytes.
  private static let longest = 1 << 20

  /// What a new file is made of.
  private static let empty = Array(
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/">
     <rdf:RDF xmlns:rdf="\(XMPDocument.rdf)">
     </rdf:RDF>
    </x:xmpmeta>

    """.utf8)

  /// `clip.mp4.xmp` beside `clip.mp4`.
  package init(of clip: FilePath) {
    path = clip.parent.appending(FilePath(bytes: clip.lastComponent + Array(".xmp".utf8)))
  }

  /// Writes what a review says. Everything else in the file stays, as do values on which the review
  /// is silent; a file that cannot be read is left alone.
  ///
  /// - Returns: Whether it has changed.
  /// - Throws: Why it cannot be read or written.
  package func write(_ review: Review) throws(FileError) -> Bool {
    try path.checkLeadsNowhere()
    let old = try contents()
    let bytes = old ?? Self.empty
    guard let document = XMPDocument(bytes), let before = XMPReader.values(of: document) else {
      throw FileError(path, words: localized("it is not readable as XMP, and stays as it is"))
    }
    var edit = XMPEdit(of: document)
    let wanted = edit.take(review, in: before)
    let new = edit.bytes
    guard edit.isPossible, let after = XMPDocument(new).flatMap(XMPReader.values),
      after.isOnly(wanted, in: before)
    else {
      throw FileError(
        path,
        words: localized("what else it says would be lost, so it stays as it is"))
    }
    guard new != bytes else { return false }
    if old == nil {
      try path.write(new, flags: O_EXCL, mode: 0o666, isDurable: true)
    } else {
      guard path.withCString({ access($0, W_OK) }) == 0 else { throw FileError(path) }
      try path.replace(with: new, mode: FileStatus(path).permissions, isExact: true)
    }
    return true
  }

  /// - Returns: `nil` if there is no file.
  private func contents() throws(FileError) -> [UInt8]? {
    do throws(FileError) {
      let bytes = try path.contents(limit: Self.longest + 1)
      guard bytes.count <= Self.longest else { throw FileError(path, number: EFBIG) }
      return bytes
    } catch {
      guard error.number == ENOENT else { throw error }
      return nil
    }
  }
}

extension XMPEdit {
  /// Takes up what a review says.
  ///
  /// - Parameter values: Those of the document, by their paths.
  /// - Returns: Those that it is to have then, as far as they differ; `nil` for one that it is not to
  ///   have.
  fileprivate mutating func take(
    _ review: Review, in values: [String: String]
  ) -> [String: String?] {
    var wanted: [String: String?] = [:]
    func isOther(_ property: Property, _ value: String?) -> Bool { values[property.path] != value }
    let known = values[Property.rating.path].flatMap { Double($0) } ?? 0
    // A reject has the rating -1: XMP has no other word for it. Darktable and digiKam know it.
    var rating = values[Property.rating.path]
    if review.verdict == .reject {
      rating = "-1"
    } else if review.rating > 0 {
      rating = "\(review.rating)"
    } else if known < 0, review.verdict == .keep {
      rating = nil
    }
    let good =
      review.verdict.map { $0 == .keep ? "True" : "False" } ?? values[Property.good.path]
    for (property, value) in [(Property.rating, rating), (.good, good)]
    where isOther(property, value) {
      set(property, to: value)
      wanted[property.path] = .some(value)
    }
    for (property, form) in [(Property.subject, "Bag"), (.tags, "Seq")] {
      let items = values.items(of: property)
      let new = review.tags.filter { !items.contains($0) }
      add(new, to: property, as: form)
      // An empty list is a value, too.
      if !new.isEmpty { wanted[property.path] = .some(nil) }
      for (index, tag) in new.enumerated() {
        wanted["\(property.path)[\(items.count + index + 1)]"] = .some(tag)
      }
    }
    return wanted
  }
}

extension [String: String] {
  /// The items of a list.
  fileprivate func items(of property: XMPEdit.Property) -> [String] {
    (1...).lazy.map { self["\(property.path)[\($0)]"] }.prefix { $0 != nil }.compactMap(\.self)
  }

  /// Whether these values are those of before, but for what was wanted.
  fileprivate func isOnly(_ wanted: [String: String?], in before: [String: String]) -> Bool {
    var expected = before
    for (path, value) in wanted { expected[path] = value }
    return self == expected
  }
}
