import Glibc

/// The resident memory of this process.
package enum ResidentMemory {
  /// The current size in bytes, including shared pages; `nil` if the system does not report it.
  /// Reads a few bytes of `/proc/self/statm` (proc(5)), which takes microseconds.
  package static var now: Int? {
    let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return withUnsafeTemporaryAllocation(byteCount: 128, alignment: 1) { buffer in
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      guard count > 0 else { return nil }
      // The second number, in pages.
      let words = buffer.prefix(count).split(separator: UInt8(ascii: " "), maxSplits: 2)
      guard words.count > 1, let pages = Int(String(decoding: words[1], as: UTF8.self)) else {
        return nil
      }
      let (bytes, isNonsense) = pages.multipliedReportingOverflow(
        by: Int(sysconf(Int32(_SC_PAGESIZE))))
      return isNonsense ? nil : bytes
    }
  }
}
