import CPlatform
import Glibc

/// The entries of a folder as listed by the kernel. No entry is inspected, so that a large folder
/// costs no more than reading the list.
package struct FolderEntries: Sendable {
  /// The type of an entry, as far as the file system reports it in the listing.
  package enum Kind: Sendable {
    case file
    case folder
    /// A link, or a type that the file system does not report.
    case unknown
    /// A pipe, a socket or a device.
    case other
  }

  /// In the format of getdents64(2).
  private var chunks: [[UInt8]] = []
  /// The folder to continue reading; `nil` at the end.
  private var folder: OpenFolder?

  /// The size of the first read: all of a small folder.
  private static let smallChunk = 32_768
  /// The size of later reads.
  private static let largeChunk = 131_072

  /// Reads the first entries of a folder.
  ///
  /// - Parameter folder: An open folder.
  package init(_ folder: OpenFolder) {
    self.folder = folder
    let first = folder.read(Self.smallChunk)
    if first.isEmpty { self.folder = nil } else { chunks = [first] }
  }

  /// Whether there may be more entries to read; this is unknown even for a small folder.
  package var hasMore: Bool { folder != nil }

  /// Whether the first read filled its buffer, so that the rest is worth planning for.
  package var isLarge: Bool {
    hasMore && (chunks.first?.count ?? 0) > Self.smallChunk - Self.longestRecord
  }

  /// Reads the folder to its end, or to an error.
  package mutating func readRest() {
    guard let folder else { return }
    self.folder = nil
    while true {
      let chunk = folder.read(Self.largeChunk)
      if chunk.isEmpty { return }
      chunks.append(chunk)
    }
  }

  private static let longestRecord = 288

  /// Calls a function with each entry except `.` and `..`; the name is valid only during the call.
  package func visit(_ body: (_ name: UnsafeBufferPointer<UInt8>, _ kind: Kind) -> Void) {
    for chunk in chunks {
      chunk.withUnsafeBytes { bytes in
        var start = 0
        // The kernel's records: length, type and zero-terminated name.
        while start + Self.nameOffset < bytes.count {
          let length = Int(
            bytes.loadUnaligned(fromByteOffset: start + Self.lengthOffset, as: UInt16.self))
          guard length > Self.nameOffset, start + length <= bytes.count else { break }
          let name = bytes[(start + Self.nameOffset)..<(start + length)]
            .bindMemory(to: UInt8.self)
          let type = bytes[start + Self.typeOffset]
          start += length
          // Record lengths are multiples of eight, so the name ends in the last eight bytes.
          let end = name.suffix(8).firstIndex(of: 0) ?? name.endIndex
          let isDot = name.first == UInt8(ascii: ".")
          if isDot, end == 1 || end == 2 && name[1] == UInt8(ascii: ".") { continue }
          body(UnsafeBufferPointer(rebasing: name[..<end]), Self.kind(type))
        }
      }
    }
  }

  private static func kind(_ type: UInt8) -> Kind {
    switch Int32(type) {
    case Int32(DT_REG): .file
    case Int32(DT_DIR): .folder
    case Int32(DT_LNK), Int32(DT_UNKNOWN): .unknown
    default: .other
    }
  }

  private static let lengthOffset = 16
  private static let typeOffset = 18
  private static let nameOffset = 19
}

/// A folder opened for reading.
package final class OpenFolder: Sendable {
  /// The descriptor, closed on deinit.
  package let descriptor: Int32

  /// Opens a folder.
  ///
  /// - Parameter path: A zero-terminated path.
  /// - Throws: Why it cannot be read.
  package init(_ path: UnsafePointer<CChar>) throws(SystemError) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError() }
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// Reads entries; none at the end or after an error.
  fileprivate func read(_ size: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = max(flick_read_folder(descriptor, buffer.baseAddress, size), 0)
    }
  }
}
