import CPlatform
import Glibc

/// Where a file has data, and where it has holes, which read as zeros and take no room (lseek(2)).
package enum FileHoles {
  /// Where data begins at or after an offset, in bytes; `nil` if there is only a hole up to the end.
  /// Where the file system does not know, all is data.
  package static func dataBegin(
    of descriptor: Int32, from offset: Int
  ) throws(SystemError) -> Int? {
    try position(flick_next_data(descriptor, Int64(offset)), offset)
  }

  /// Where the data at an offset ends, in bytes; `nil` if nothing is known of holes.
  package static func dataEnd(of descriptor: Int32, from offset: Int) throws(SystemError) -> Int? {
    let end = try position(flick_next_hole(descriptor, Int64(offset)), offset)
    return end == offset ? nil : end
  }

  private static func position(_ found: Int64, _ offset: Int) throws(SystemError) -> Int? {
    if found >= 0 { return Int(found) }
    if errno == ENXIO { return nil }
    guard [EINVAL, ENOTSUP, EOPNOTSUPP].contains(errno) else { throw SystemError() }
    return offset
  }
}
