import CLibAV
import Glibc
import Models

/// Reads text metadata from libav's dictionaries, bounded and cleaned.
enum MetadataText {
  /// The value for a name, ignoring case; `nil` if it is missing or empty.
  ///
  /// - Parameters:
  ///   - name: The name to look up.
  ///   - dictionary: An `AVDictionary`.
  ///   - limit: The number of characters to keep.
  static func value(_ name: String, in dictionary: OpaquePointer?, limit: Int) -> CleanText? {
    guard let entry = av_dict_get(dictionary, name, nil, 0) else { return nil }
    let text = clean(entry.pointee.value, limit: limit)
    return text.isEmpty ? nil : text
  }

  /// All entries of a dictionary that are meaningful to a user.
  static func tags(of dictionary: OpaquePointer?) -> [MediaDetails.Tag] {
    var tags: [MediaDetails.Tag] = []
    var entry: UnsafeMutablePointer<AVDictionaryEntry>?
    while tags.count < DecodeLimits.tags {
      entry = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX)
      guard let entry else { break }
      let name = clean(entry.pointee.key, limit: DecodeLimits.nameLength)
      let value = clean(entry.pointee.value, limit: DecodeLimits.valueLength)
      guard !value.isEmpty, !isTechnical(name.string.lowercased()) else { continue }
      tags.append(MediaDetails.Tag(name: name, value: value))
    }
    return tags
  }

  /// The dates that a camera has stored in a frame (Exif 2.3, 4.6.4 and 4.6.5).
  static func dates(of dictionary: OpaquePointer?) -> [MediaDetails.Tag] {
    ["DateTimeOriginal", "DateTime"].compactMap { name in
      value(name, in: dictionary, limit: DecodeLimits.nameLength).map {
        MediaDetails.Tag(name: CleanText(name), value: $0)
      }
    }
  }

  private static func clean(_ text: UnsafePointer<CChar>?, limit: Int) -> CleanText {
    guard let text else { return "" }
    let bytes = UnsafeRawBufferPointer(start: text, count: strlen(text))
    return CleanText(bytes: bytes, limit: limit)
  }

  /// Whether it is a note from one program to another.
  private static func isTechnical(_ name: String) -> Bool {
    let names = [
      "major_brand", "minor_version", "compatible_brands", "handler_name", "vendor_id", "language",
      "duration", "bps", "number_of_frames", "number_of_bytes", "source_id", "iswmfcompatible",
      "uid", "operational_pattern_ul",
    ]
    return name.hasPrefix("_statistics") || name.hasPrefix("wmfsdk") || name.hasSuffix("_uid")
      || names.contains(name)
  }
}
