import CExempi
import FeedCore
import Glibc
import Models
import Platform

/// The XMP of a clip, `clip.mp4.xmp`, as darktable and digiKam name it.
package struct XMPFile: Hashable, Sendable {
  /// Where it is, or would be.
  package let path: FilePath

  /// Longer files are none of a clip's, in bytes.
  private static let longest = 1 << 20

  /// The file of a clip.
  package init(of clip: FilePath) {
    path = clip.parent.appending(FilePath(bytes: clip.lastComponent + Array(".xmp".utf8)))
  }

  /// Has the file say what a review says. Everything else in it stays, and where the review is
  /// silent, so does that; a file that cannot be read is left alone.
  ///
  /// - Returns: Whether it has changed.
  /// - Throws: Why it cannot be read or written.
  package func write(_ review: Review) throws(FileError) -> Bool {
    let old = try contents()
    guard let packet = XMPPacket(old) else {
      throw FileError(path, words: localized("it is not readable as XMP, and stays as it is"))
    }
    let before = packet.bytes
    guard packet.take(review), let bytes = packet.bytes else {
      throw FileError(path, words: localized("it cannot be written as XMP"))
    }
    guard bytes != before else { return false }
    if old == nil {
      try path.write(bytes, flags: O_EXCL, mode: 0o666, isDurable: true)
    } else {
      // Behind a symbolic link, what it leads to.
      let target = path.resolved ?? path
      guard target.withCString({ access($0, W_OK) }) == 0 else { throw FileError(target) }
      try target.replace(with: bytes, mode: FileStatus(target).permissions, isExact: true)
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

/// The content of such a file, by exempi (XMP Specification, parts 1 and 2).
///
/// Not thread-safe; used on one thread.
private final class XMPPacket {
  private let xmp: XmpPtr

  private static let xap = "http://ns.adobe.com/xap/1.0/"
  private static let dynamicMedia = "http://ns.adobe.com/xmp/1.0/DynamicMedia/"
  private static let dublinCore = "http://purl.org/dc/elements/1.1/"
  private static let digiKam = "http://www.digikam.org/ns/1.0/"
  /// exempi counts its users: once is enough.
  private static let isReady = xmp_init() && xmp_register_namespace(digiKam, "digiKam", nil)

  /// Reads a packet, or makes an empty one.
  ///
  /// - Parameter bytes: The file; `nil` if there is none.
  /// - Returns: `nil` if it cannot be read.
  init?(_ bytes: [UInt8]?) {
    guard Self.isReady, let new = xmp_new_empty() else { return nil }
    xmp = new
    guard let bytes else { return }
    // exempi takes any XML for empty XMP, leaves out what is beside RDF, and has no limits.
    guard XMPOutline.isMet(by: bytes) else { return nil }
    let isParsed = StandardDescriptors.withoutErrors {
      bytes.withUnsafeBytes {
        xmp_parse(new, $0.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
      }
    }
    if !isParsed { return nil }
  }

  deinit {
    xmp_free(xmp)
  }

  /// The file's new content; `nil` if exempi fails.
  var bytes: [UInt8]? {
    guard let text = xmp_string_new() else { return nil }
    defer { xmp_string_free(text) }
    let options = UInt32(XMP_SERIAL_OMITPACKETWRAPPER)
    guard xmp_serialize(xmp, text, options, 0), let start = xmp_string_cstr(text) else {
      return nil
    }
    return UnsafeRawBufferPointer(start: start, count: strlen(start)).map(\.self)
  }

  /// Takes up what a review says.
  ///
  /// - Returns: Whether exempi could.
  func take(_ review: Review) -> Bool {
    // A reject has the rating -1: XMP has no other word for it. Darktable and digiKam know it.
    var rating: Int32 = 0
    var isTaken = true
    let isRated = xmp_get_property_int32(xmp, Self.xap, "Rating", &rating, nil)
    if review.verdict == .reject {
      isTaken = xmp_set_property_int32(xmp, Self.xap, "Rating", -1, 0)
    } else if review.rating > 0 {
      isTaken = xmp_set_property_int32(xmp, Self.xap, "Rating", Int32(review.rating), 0)
    } else if isRated, rating < 0, review.verdict == .keep {
      isTaken = xmp_delete_property(xmp, Self.xap, "Rating")
    }
    // "A checkbox for tracking whether a shot is a keeper."
    if let verdict = review.verdict {
      isTaken =
        xmp_set_property_bool(xmp, Self.dynamicMedia, "good", verdict == .keep, 0) && isTaken
    }
    return add(review.tags, to: "subject", in: Self.dublinCore, XMP_PROP_ARRAY_IS_UNORDERED)
      && add(review.tags, to: "TagsList", in: Self.digiKam, XMP_PROP_ARRAY_IS_ORDERED) && isTaken
  }

  private func add(
    _ items: [String], to array: String, in schema: String, _ form: XmpPropsBits
  ) -> Bool {
    let known = self.items(of: array, in: schema)
    return items.filter { !known.contains($0) }.allSatisfy {
      xmp_append_array_item(xmp, schema, array, UInt32(form.rawValue), $0, 0)
    }
  }

  /// The most tags that are compared.
  private static let maxItems: Int32 = 10_000

  private func items(of array: String, in schema: String) -> Set<String> {
    guard let text = xmp_string_new() else { return [] }
    defer { xmp_string_free(text) }
    var items: Set<String> = []
    for index in 1...Self.maxItems {
      guard xmp_get_array_item(xmp, schema, array, index, text, nil),
        let start = xmp_string_cstr(text)
      else { break }
      items.insert(String(cString: start))
    }
    return items
  }
}
