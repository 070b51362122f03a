import CCurl
import Glibc
import Models

/// An address as parsed by libcurl: the address that is checked is the one that is fetched
/// (docs/decisions/web-addresses.md).
final class WebURL {
  let handle: OpaquePointer
  /// The host name or IP address, without brackets.
  let host: String

  /// A longer host is invalid, in bytes (RFC 1035, 2.3.4).
  private static let longestHost = 253

  /// Parses an address that was parsed before.
  ///
  /// - Throws: `.unreachable` if libcurl finds no address in it, or another one than
  ///   `RemoteAddress`: then it is ambiguous.
  init(_ address: RemoteAddress) throws(WebError) {
    guard address.scheme.isWeb, let handle = curl_url() else { throw Self.none }
    guard curl_url_set(handle, CURLUPART_URL, address.string, 0) == CURLUE_OK,
      let host = Self.host(of: handle, as: address)
    else {
      curl_url_cleanup(handle)
      throw Self.none
    }
    self.handle = handle
    self.host = host
  }

  deinit {
    curl_url_cleanup(handle)
  }

  private static var none: WebError { .unreachable(.localized("invalid address.")) }

  /// The host, if an address has the same host and port.
  private static func host(of handle: OpaquePointer, as address: RemoteAddress) -> String? {
    guard let host = part(CURLUPART_HOST, of: handle, CURLU_PUNYCODE),
      let port = part(CURLUPART_PORT, of: handle, CURLU_DEFAULT_PORT),
      Int(port) == address.port
    else { return nil }
    let name = host.hasPrefix("[") ? String(host.dropFirst().prefix { $0 != "]" }) : host
    let isNumber = NetworkNumber(host: name).map { $0 == NetworkNumber(host: address.host) }
    guard name == address.host || isNumber == true, name.utf8.count <= longestHost,
      !name.contains("%")
    else { return nil }
    return name
  }

  private static func part(_ part: CURLUPart, of handle: OpaquePointer, _ flags: Int32) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard curl_url_get(handle, part, &text, UInt32(flags)) == CURLUE_OK, let text else {
      return nil
    }
    defer { curl_free(text) }
    return String(cString: text)
  }
}

extension AddressReader {
  package static let libcurl = AddressReader { text, base in WebURL.read(text, relativeTo: base) }
}

extension WebURL {
  /// Parses an address; see `AddressReader.read`.
  fileprivate static func read(_ text: String, relativeTo base: RemoteAddress?) -> RemoteAddress? {
    let plain = text.prefix { $0 != "#" }
    var span = TimeSpan(mediaFragment: text[plain.endIndex...].dropFirst())
    // Pages write `#t=0.1` to have browsers show a picture.
    if let start = span?.start, start < 1, span?.end == nil { span = nil }
    return read(plain, of: text.utf8.count, relativeTo: base)?.with(span)
  }

  private static func read(
    _ text: Substring, of length: Int, relativeTo base: RemoteAddress?
  ) -> RemoteAddress? {
    guard length <= longestText, let text = encoded(text) else { return nil }
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return parse(text, relativeTo: base)?.address }
    // libcurl reads international names in the encoding of the thread's locale.
    guard let locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil) else { return nil }
    let before = uselocale(locale)
    defer {
      uselocale(before)
      freelocale(locale)
    }
    // Parse again: the mapped name may be an IP address, or invalid.
    return parse(text, relativeTo: base).flatMap { parse($0.string, relativeTo: nil)?.address }
  }

  /// A longer address is invalid, and so is what it resolves to.
  private static let longestText = 8_192

  private static func parse(
    _ text: String, relativeTo base: RemoteAddress?
  ) -> (string: String, address: RemoteAddress?)? {
    guard let handle = curl_url() else { return nil }
    defer { curl_url_cleanup(handle) }
    if let base, curl_url_set(handle, CURLUPART_URL, base.string, 0) != CURLUE_OK { return nil }
    // An empty reference is the document itself, which some versions reject.
    if !text.isEmpty || base == nil, curl_url_set(handle, CURLUPART_URL, text, 0) != CURLUE_OK {
      return nil
    }
    curl_url_set(handle, CURLUPART_FRAGMENT, nil, 0)
    guard let string = part(CURLUPART_URL, of: handle, CURLU_PUNYCODE) else { return nil }
    let address = RemoteAddress(string).flatMap {
      $0.scheme.isWeb && host(of: handle, as: $0) != nil ? $0 : nil
    }
    return (string, address)
  }

  /// A reference with all non-ASCII percent-encoded, except in its host.
  ///
  /// - Returns: `nil` if it is no web address, or if its host has escapes, which only serve to hide
  ///   it.
  private static func encoded(_ text: Substring) -> String? {
    guard let slashes = text.firstRange(of: "//"),
      ["", "http:", "https:"].contains(text[..<slashes.lowerBound].lowercased())
    else {
      let path = PercentCoding.encoded(String(text))
      let first = text.prefix { !":/?".contains($0) }
      guard text[first.endIndex...].first == ":" else { return path }
      // A scheme begins with a letter; otherwise it is a name with a colon (RFC 3986, 4.2).
      return first.first?.isLetter == true ? nil : "./\(path)"
    }
    let authority = text[slashes.upperBound...].prefix { !"/?".contains($0) }
    let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] }
    let name = host ?? authority
    // Browsers treat a backslash as the end of the host.
    guard !name.isEmpty, !name.contains("%"), !authority.contains(where: { "\\\0".contains($0) })
    else { return nil }
    let login = PercentCoding.encoded(String(authority[..<name.startIndex]))
    let rest = PercentCoding.encoded(String(text[authority.endIndex...]))
    return "\(text[..<slashes.upperBound])\(login)\(name)\(rest)"
  }
}
