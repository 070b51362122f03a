import Models

extension TextDecoder {
  /// Decodes with iconv.
  ///
  /// - Parameter undeclared: The encoding of texts that are not UTF-8 and do not tell theirs; guessed by libuchardet
  ///   if it is `nil`, and Windows-1252 if that knows none.
  package static func system(undeclared: TextEncoding? = nil) -> TextDecoder {
    TextDecoder { bytes, name in
      let encoding =
        if let name {
          TextEncoding(name)
        } else {
          undeclared ?? EncodingGuess.encoding(of: bytes) ?? TextEncoding("windows-1252")
        }
      return encoding.flatMap { Iconv(from: $0)?.utf8(bytes) }
    }
  }
}
