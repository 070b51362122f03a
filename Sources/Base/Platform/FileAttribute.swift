import CPlatform
import Glibc

/// Extended attributes of files; see xattr(7).
package enum FileAttribute {
  /// Longer values and lists of names are ignored, in bytes: Linux has no longer ones.
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

  /// The attributes that are the user's own, by their names, which end with a zero: `user.*`,
  /// `trusted.*` and the access control list (acl(5)). What the system keeps for itself, such as
  /// security labels, is not among them.
  package static func own(of descriptor: Int32) throws(SystemError) -> [[CChar]: [UInt8]] {
    var names = [CChar](repeating: 0, count: longest)
    let length = flistxattr(descriptor, &names, names.count)
    guard length >= 0 else {
      if isMissing(errno) { return [:] }
      throw SystemError()
    }
    var attributes: [[CChar]: [UInt8]] = [:]
    for name in names.prefix(length).split(separator: 0) where isOwn(name) {
      let name = name + [0]
      var value = [UInt8](repeating: 0, count: longest)
      let count = fgetxattr(descriptor, Array(name), &value, value.count)
      // It may have been removed since.
      guard count >= 0 else {
        if errno == ENODATA { continue }
        throw SystemError()
      }
      attributes[Array(name)] = Array(value.prefix(count))
    }
    return attributes
  }

  /// Gives a file an attribute.
  ///
  /// - Parameter name: Ends with a zero.
  package static func set(
    _ name: [CChar], to value: [UInt8], of descriptor: Int32
  ) throws(SystemError) {
    guard fsetxattr(descriptor, name, value, value.count, 0) == 0 else { throw SystemError() }
  }

  /// Takes an attribute from a file.
  ///
  /// - Parameter name: Ends with a zero.
  package static func remove(_ name: [CChar], of descriptor: Int32) throws(SystemError) {
    guard fremovexattr(descriptor, name) == 0 || isMissing(errno) else { throw SystemError() }
  }

  private static func isMissing(_ number: Int32) -> Bool {
    [ENODATA, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(number)
  }

  private static func isOwn(_ name: ArraySlice<CChar>) -> Bool {
    name.starts(with: user) || name.starts(with: trusted) || name.elementsEqual(accessControl)
  }

  private static let user = characters("user.")
  private static let trusted = characters("trusted.")
  private static let accessControl = characters("system.posix_acl_access")

  private static func characters(_ text: String) -> [CChar] { text.utf8.map(CChar.init) }
}
