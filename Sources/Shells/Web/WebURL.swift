import CCurl
import Models
import WebCore

/// An address as libcurl reads it: what is judged is what is fetched.
final class WebURL {
  let handle: OpaquePointer
  /// The name or number, numbers of all forms in the usual one, without brackets.
  let host: String

  /// A host of more bytes is none (RFC 1035, 2.3.4).
  private static let longestHost = 253

  /// Reads an address.
  ///
  /// - Throws: `.unreachable` if libcurl reads none in it, or another one than `RemoteAddress` does: then
  ///   nobody knows which is meant.
  init(_ address: RemoteAddress) throws(WebError) {
    guard let handle = curl_url() else { throw Self.none }
    // An escape in a name is of no use but to hide it.
    guard address.host.utf8.count <= Self.longestHost, !address.host.contains("%"),
      curl_url_set(handle, CURLUPART_URL, address.string, 0) == CURLUE_OK,
      let host = Self.part(CURLUPART_HOST, of: handle, CURLU_PUNYCODE),
      let port = Self.part(CURLUPART_PORT, of: handle, CURLU_DEFAULT_PORT),
      Int(port) == address.port
    else {
      curl_url_cleanup(handle)
      throw Self.none
    }
    let name = host.hasPrefix("[") ? String(host.dropFirst().prefix { $0 != "]" }) : host
    let number = NetworkNumber(host: name)
    guard
      name.lowercased() == address.host.lowercased()
        || number != nil && number == NetworkNumber(host: address.host)
    else {
      curl_url_cleanup(handle)
      throw Self.none
    }
    self.handle = handle
    self.host = name
  }

  deinit {
    curl_url_cleanup(handle)
  }

  private static var none: WebError { .unreachable(.localized("its address is none.")) }

  private static func part(_ part: CURLUPart, of handle: OpaquePointer, _ flags: Int32) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard curl_url_get(handle, part, &text, UInt32(flags)) == CURLUE_OK, let text else {
      return nil
    }
    defer { curl_free(text) }
    return String(cString: text)
  }
}
