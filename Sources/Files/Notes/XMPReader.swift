import CExempi
import Glibc
import Platform

/// Reads XMP by exempi, which is Adobe's own toolkit: it says what a document means to others.
enum XMPReader {
  /// exempi counts its users: once is enough.
  private static let isReady =
    xmp_init()
    && XMPEdit.Property.all.allSatisfy { xmp_register_namespace($0.name.space, $0.prefix, nil) }

  /// The values in a document, by their paths, such as `dc:subject[1]`.
  ///
  /// - Returns: `nil` if it cannot be read.
  static func values(of document: XMPDocument) -> [String: String]? {
    var bytes = document.bytes
    // exempi sees nothing in RDF that is not in such an element.
    if document.isBare {
      bytes =
        Array("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">".utf8) + bytes[document.root.range]
        + Array("</x:xmpmeta>".utf8)
    }
    // It writes its errors where the program's own go.
    return StandardDescriptors.withoutErrors { read(bytes) }
  }

  private static func read(_ bytes: [UInt8]) -> [String: String]? {
    guard isReady, let xmp = xmp_new_empty() else { return nil }
    defer { xmp_free(xmp) }
    let isParsed = bytes.withUnsafeBytes {
      xmp_parse(xmp, $0.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    guard isParsed, let path = xmp_string_new() else { return nil }
    defer { xmp_string_free(path) }
    guard let value = xmp_string_new() else { return nil }
    defer { xmp_string_free(value) }
    guard let leaves = xmp_iterator_new(xmp, nil, nil, XMP_ITER_JUSTLEAFNODES) else { return nil }
    defer { xmp_iterator_free(leaves) }
    var values: [String: String] = [:]
    while xmp_iterator_next(leaves, nil, path, value, nil) {
      guard let name = xmp_string_cstr(path), let text = xmp_string_cstr(value) else { return nil }
      values[String(cString: name)] = String(cString: text)
    }
    return values
  }
}
