import Models

extension TextDecoder {
  /// Decodes with iconv.
  ///
  /// - Parameter undeclared: The encoding of texts that are not UTF-8 and do not tell theirs; guessed by libuchardet
  ///   if it is `nil`, and Windows-1252 if that knows none.
  package static func system(undeclared: TextEncoding? = nil) -> TextDecoder {
    TextDecoder { bytes, declared in
      let encoding = declared ?? undeclared ?? EncodingGuess.encoding(of: bytes) ?? .western
      // What is no character of it stays: iconv would let numbers pass that none has.
      return encoding == .utf8 ? nil : Iconv(from: encoding)?.utf8(bytes)
    }
  }
}
