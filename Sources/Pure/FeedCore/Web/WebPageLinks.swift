/// The feeds that a page for browsers names.
package enum WebPageLinks {
  /// - Parameter bytes: The page, in UTF-8.
  /// - Returns: References as they stand there, in order.
  package static func feeds(of bytes: [UInt8]) -> [String] { HTMLText(bytes).feeds }
}
