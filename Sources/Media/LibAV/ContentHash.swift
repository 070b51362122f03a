import CLibAV
import Glibc
import Models
import Platform

/// A hash by which a file is found again after a move.
package enum ContentHash {
  /// How much of the beginning and of the end counts, in bytes.
  private static let part = 65_536

  /// SHA-256 (FIPS 180-4) of a file's size, its first and its last 64 KiB, cut to 16 bytes; `nil`
  /// if the file cannot be read.
  package static func of(_ path: FilePath) -> [UInt8]? {
    guard let descriptor = try? path.open(O_RDONLY | O_NONBLOCK | O_NOCTTY) else { return nil }
    defer { close(descriptor) }
    guard let status = try? FileStatus(descriptor: descriptor), status.kind == .file,
      let state = av_sha_alloc()
    else { return nil }
    defer { av_free(UnsafeMutableRawPointer(state)) }
    guard av_sha_init(state, 256) == 0 else { return nil }
    let size = status.size
    withUnsafeBytes(of: UInt64(max(size, 0)).littleEndian) { add($0, to: state) }
    var buffer = [UInt8](repeating: 0, count: part)
    for (start, length) in [(0, part), (max(size - part, part), part)] where start < size {
      let wanted = min(length, size - start)
      let count = pread(descriptor, &buffer, wanted, off_t(start))
      // A file that shrinks meanwhile has no content to be found again by.
      guard count == wanted else { return nil }
      buffer.withUnsafeBytes { add(UnsafeRawBufferPointer(rebasing: $0[..<count]), to: state) }
    }
    var digest = [UInt8](repeating: 0, count: 32)
    av_sha_final(state, &digest)
    return Array(digest[..<16])
  }

  private static func add(_ bytes: UnsafeRawBufferPointer, to state: OpaquePointer) {
    guard let start = bytes.baseAddress else { return }
    av_sha_update(state, start.assumingMemoryBound(to: UInt8.self), bytes.count)
  }
}
