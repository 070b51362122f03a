import Glibc
import Models
import Platform

/// Lists of clips on disk.
enum PlaylistFile {
  /// Whether a regular file is a list: by its extension, or by its first line if the extension is
  /// none of a clip's. A clip that has a list's extension is still a clip.
  static func isList(_ path: FilePath) -> Bool {
    if ClipNames.hasClipExtension(path.lastComponent) { return false }
    let head = (try? read(path, limit: 1_024)) ?? []
    if ClipNames.listExtensions.contains(path.lowercaseExtension) {
      return !head.contains(0) || [[0xFF, 0xFE], [0xFE, 0xFF]].contains { head.starts(with: $0) }
    }
    return [[], [0xEF, 0xBB, 0xBF]].contains { head.starts(with: $0 + Array("#EXTM3U".utf8)) }
  }

  /// Reads a file from its beginning.
  ///
  /// - Returns: At most `limit` bytes.
  /// - Throws: Why it cannot be read.
  static func read(_ path: FilePath, limit: Int) throws(SystemError) -> [UInt8] {
    // Non-blocking: the file may have been replaced by a pipe since it was looked at.
    let descriptor = path.withCString { Glibc.open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { throw SystemError(number: errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let wanted = min(65_536, limit - bytes.count)
      var failure: Int32?
      let piece = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, initialized in
        let count = Glibc.read(descriptor, buffer.baseAddress, wanted)
        if count < 0 { failure = errno }
        initialized = max(count, 0)
      }
      if failure == EINTR { continue }
      if let failure { throw SystemError(number: failure) }
      if piece.isEmpty { break }
      bytes += piece
    }
    return bytes
  }
}
