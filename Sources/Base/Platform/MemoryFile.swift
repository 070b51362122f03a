import CPlatform
import Glibc

/// An in-memory file that captures what a C library writes to a descriptor.
package final class MemoryFile: Sendable {
  /// The descriptor to write to. -1 if the system had none left.
  package let fileDescriptor: Int32

  /// Creates an empty file.
  ///
  /// - Parameter name: Visible in `/proc` only.
  package init(name: String) {
    fileDescriptor = flick_memory_file(name)
  }

  deinit {
    if fileDescriptor >= 0 { close(fileDescriptor) }
  }

  /// Appends everything written since the last call to `target`, and empties the file.
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

  /// Empties the file without reading it.
  package func rewind() {
    lseek(fileDescriptor, 0, SEEK_SET)
  }
}
