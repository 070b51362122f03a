import CPlatform
import Glibc

/// A file in memory that catches what a C library writes to a descriptor.
package final class MemoryFile: Sendable {
  /// Where to write. -1 if the system had none left.
  package let fileDescriptor: Int32

  /// Creates an empty file.
  ///
  /// - Parameter name: Seen in `/proc`, nowhere else.
  package init(name: String) {
    fileDescriptor = flick_memory_file(name)
  }

  deinit {
    if fileDescriptor >= 0 { close(fileDescriptor) }
  }

  /// Appends what has been written since the last call to `target`, and empties the file.
  package func drain(into target: inout [UInt8]) {
    let count = Int(max(lseek(fileDescriptor, 0, SEEK_CUR), 0))
    guard count > 0 else { return }
    let start = target.count
    target.append(contentsOf: repeatElement(0, count: count))
    let length = target.withUnsafeMutableBytes { buffer in
      pread(fileDescriptor, buffer.baseAddress.map { $0 + start }, count, 0)
    }
    target.removeLast(count - max(length, 0))
    rewind()
  }

  /// Empties the file without looking.
  package func rewind() {
    lseek(fileDescriptor, 0, SEEK_SET)
  }
}
