import Models
import Platform

/// The thumbnails that file managers have made (freedesktop.org, Thumbnail Managing Standard 0.9),
/// which are read and never written.
package struct DesktopThumbnails: Sendable {
  private let folder: FilePath
  private let md5: @Sendable ([UInt8]) -> [UInt8]

  /// A larger file is no thumbnail, in bytes.
  private static let maxFileSize = 8 << 20
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Reads the thumbnails in a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder of the user's thumbnails.
  ///   - md5: MD5 (RFC 1321) of some bytes.
  package init(folder: FilePath, md5: @escaping @Sendable ([UInt8]) -> [UInt8]) {
    self.folder = folder
    self.md5 = md5
  }

  /// The folder of the user's thumbnails; `nil` if the environment specifies none.
  package static func folder(_ environment: [String: String]) -> FilePath? {
    BaseFolder.cache(environment).map { FilePath("\($0)/thumbnails") }
  }

  /// The thumbnail of a file: a PNG file; `nil` if there is none of this version.
  ///
  /// - Parameter side: Its longest side, in pixels: 256 or 512.
  package func load(_ path: FilePath, _ version: FileVersion, side: Int) -> [UInt8]? {
    guard path.isAbsolute else { return nil }
    let name = md5(Array(path.uri.utf8)).map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
    let file = folder.appending(FilePath("\(side > 256 ? "x-large" : "large")/\(name).png"))
    guard let bytes = try? file.contents(limit: Self.maxFileSize), bytes.count < Self.maxFileSize
    else { return nil }
    let texts = Self.texts(bytes)
    // Seconds since 1970; some write fractions.
    let seconds = version.modified.nanosecondsSinceEpoch / 1_000_000_000
    guard texts["Thumb::URI"] == path.uri,
      texts["Thumb::MTime"].flatMap(Double.init).map({ Int(saturating: $0.rounded(.down)) })
        == seconds
    else { return nil }
    return bytes
  }

  /// The `tEXt` chunks of a PNG file (ISO/IEC 15948, 11.3.4.3), as far as they come before the image.
  static func texts(_ bytes: [UInt8]) -> [String: String] {
    var texts: [String: String] = [:]
    guard bytes.starts(with: signature) else { return texts }
    var start = signature.count
    while start + 12 <= bytes.count {
      let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      let type = bytes[start + 4..<start + 8]
      guard length <= bytes.count - start - 12, !type.elementsEqual("IDAT".utf8) else { break }
      if type.elementsEqual("tEXt".utf8) {
        let parts = bytes[start + 8..<start + 8 + length].split(
          separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2 {
          texts[String(decoding: parts[0], as: UTF8.self)] = String(
            decoding: parts[1], as: UTF8.self)
        }
      }
      start += length + 12
    }
    return texts
  }
}
