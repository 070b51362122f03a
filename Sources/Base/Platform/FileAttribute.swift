import CPlatform
import Glibc

/// Extended attributes of files; see xattr(7).
package enum FileAttribute {
  /// Longer ones are ignored, in bytes: Linux has no longer ones.
  private static let longest = 65_536

  /// The value of an attribute.
  ///
  /// - Parameters:
  ///   - name: With its namespace, such as `user.xdg.tags`.
  ///   - path: The file; symbolic links are followed.
  /// - Returns: `nil` if the file has none, or cannot have any.
  package static func value(_ name: String, of path: UnsafePointer<CChar>) -> [UInt8]? {
    let length = getxattr(path, name, nil, 0)
    guard length > 0, length <= longest else { return length == 0 ? [] : nil }
    var value = [UInt8](repeating: 0, count: length)
    let count = getxattr(path, name, &value, length)
    return count >= 0 ? Array(value.prefix(count)) : nil
  }

  /// Sets an attribute, or removes it if there is no value.
  package static func set(
    _ name: String, to value: [UInt8]?, of path: UnsafePointer<CChar>
  ) throws(SystemError) {
    let result =
      if let value { setxattr(path, name, value, value.count, 0) } else { removexattr(path, name) }
    guard result == 0 || value == nil && errno == ENODATA else { throw SystemError() }
  }
}
