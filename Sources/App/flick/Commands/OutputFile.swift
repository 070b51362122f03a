import Glibc
import Models

/// A file that is written at one go.
enum OutputFile {
  /// Writes a file, in the place of one that may be there.
  ///
  /// - Returns: The system's words for what went wrong; `nil` if nothing did.
  static func write(_ bytes: [UInt8], to path: FilePath) -> String? {
    let descriptor = path.withCString {
      open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    }
    guard descriptor >= 0 else { return words }
    guard writeAll(bytes, to: descriptor) else {
      defer { close(descriptor) }
      return words
    }
    return close(descriptor) == 0 ? nil : words
  }

  /// Writes all bytes, waiting for whoever reads them.
  ///
  /// - Returns: Whether that was done; `errno` tells why not.
  static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count == 0 || errno != EINTR && !(errno == EAGAIN && waitForRoom(descriptor)) {
        return false
      }
    }
    return true
  }

  private static func waitForRoom(_ descriptor: Int32) -> Bool {
    var writable = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&writable, 1, -1) > 0
  }

  private static var words: String { String(cString: strerror(errno)) }
}
