import CPlatform

/// What the linker was told about the program.
package enum PackageMetadata {
  /// The commit it was built from, in 12 digits, with `-dirty` if files had changed; `nil` if unknown.
  package static var commit: String? {
    flick_package_metadata().flatMap { value(of: "commit", in: String(cString: $0)) }
  }

  /// Reads a string from a flat JSON object without escapes.
  static func value(of key: String, in json: String) -> String? {
    // {"key":"value","other":"value"}
    let parts = json.split(separator: "\"", omittingEmptySubsequences: false)
    return zip(parts, parts.dropFirst(2)).enumerated()
      .first { $0.offset % 4 == 1 && $0.element.0 == key }.map { String($0.element.1) }
  }
}
