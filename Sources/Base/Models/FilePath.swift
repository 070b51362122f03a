/// A path as raw file system bytes, which need not be valid UTF-8.
package struct FilePath: Hashable, Sendable {
  /// The bytes, without a terminating zero.
  package var bytes: [UInt8]

  package init(bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  package init(_ string: String) {
    bytes = Array(string.utf8)
  }

  /// The bytes after the last slash, or all of them; trailing slashes are ignored.
  package var lastComponent: [UInt8] {
    let trimmed = trimmingTrailingSlashes
    guard let slash = trimmed.lastIndex(of: UInt8(ascii: "/")) else { return Array(trimmed) }
    return slash == trimmed.startIndex && trimmed.count == 1
      ? Array(trimmed) : Array(trimmed[(slash + 1)...])
  }

  /// The parent folder of this path: `.` for a bare name, `/` for the root.
  package var parent: FilePath {
    let trimmed = trimmingTrailingSlashes
    guard let slash = trimmed.lastIndex(of: UInt8(ascii: "/")) else { return FilePath(".") }
    return slash == 0 ? FilePath("/") : FilePath(bytes: trimmed[..<slash])
  }

  /// The part after the last dot of the last component, in lower case; empty without a dot, and for
  /// a name whose only dot is its first character.
  package var lowercaseExtension: String {
    let name = lastComponent
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return "" }
    return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
  }

  /// The last component without its extension and the dot before that.
  package var stem: [UInt8] {
    let name = lastComponent
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return name }
    return Array(name[..<dot])
  }

  /// The names between slashes.
  package var components: [[UInt8]] { bytes.split(separator: UInt8(ascii: "/")).map(Array.init) }

  /// Whether the path starts at the root, and each component is the name of a folder or file: none is
  /// empty, `.` or `..`.
  package var isPlain: Bool {
    guard isAbsolute, !bytes.contains(0) else { return false }
    return bytes.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .allSatisfy { !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }
  }

  package var isAbsolute: Bool { bytes.first == UInt8(ascii: "/") }

  /// Returns this path with a component appended, or the component alone if that is absolute.
  package func appending(_ component: FilePath) -> FilePath {
    if component.isAbsolute || bytes.isEmpty { return component }
    let separator = bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
    return FilePath(bytes: bytes + separator + component.bytes)
  }

  /// Calls `body` with the path as a C string.
  package func withCString<Result, Failure: Error>(
    _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try (bytes + [0]).withUnsafeBufferPointer { buffer throws(Failure) in
      try buffer.withMemoryRebound(to: CChar.self) { characters throws(Failure) in
        // The array contains at least the terminating zero, so it has an address.
        guard let address = characters.baseAddress else { return try body("") }
        return try body(address)
      }
    }
  }

  /// The path without slashes at its end, unless it is `/`.
  package var trimmingTrailingSlashes: ArraySlice<UInt8> {
    var end = bytes.endIndex
    while end > 1, bytes[end - 1] == UInt8(ascii: "/") { end -= 1 }
    return bytes[..<end]
  }
}

extension FilePath: CustomStringConvertible {
  /// The path, cleaned for display; not suitable for opening.
  package var description: String { CleanText(bytes: bytes).string }
}
