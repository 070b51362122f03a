/// The feeds that a page for browsers names.
package enum WebPageLinks {
  /// - Parameters:
  ///   - bytes: The page.
  ///   - charset: Its encoding, if the server names one.
  /// - Returns: References as they stand there, in order.
  package static func feeds(of bytes: [UInt8], charset: String?) -> [String] {
    HTMLText(TextEncoding.utf8(bytes, charset: charset)).feeds
  }
}
