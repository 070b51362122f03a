import CPlatform
import Glibc

/// The entries of a folder as the kernel has listed them: nothing of them has been looked at yet, so
/// that a large folder costs no more than reading it.
package struct FolderEntries: Sendable {
  /// What an entry is, as far as the file system tells without looking at it.
  package enum Kind: Sendable {
    case file
    case folder
    /// A link, or something that the file system does not tell.
    case unknown
    /// A pipe, a socket, a device.
    case other
  }

  /// As getdents64(2) writes them.
  private var chunks: [[UInt8]] = []
  /// To read on from; `nil` at the end.
  private var folder: OpenFolder?

  /// As much as is read at once first: all of a small folder.
  private static let smallChunk = 32_768
  /// As much as is read at once then.
  private static let largeChunk = 131_072

  /// Reads a folder's first entries.
  ///
  /// - Parameter folder: An open folder.
  package init(_ folder: OpenFolder) {
    self.folder = folder
    let first = folder.read(Self.smallChunk)
    if first.isEmpty { self.folder = nil } else { chunks = [first] }
  }

  /// Whether there may be more than has been read; of a small folder it is not known either.
  package var hasMore: Bool { folder != nil }

  /// Whether the rest is worth the time to think about it.
  package var isLarge: Bool {
    hasMore && (chunks.first?.count ?? 0) > Self.smallChunk - Self.longestRecord
  }

  /// Reads the folder to its end, or to where it cannot be read.
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

  /// Calls a function with each entry but `.` and `..`; names are valid within it.
  package func visit(_ body: (_ name: UnsafeBufferPointer<UInt8>, _ kind: Kind) -> Void) {
    for chunk in chunks {
      chunk.withUnsafeBytes { bytes in
        var start = 0
        // The kernel's records: their length, type, and name, ended by a zero.
        while start + Self.nameOffset < bytes.count {
          let length = Int(
            bytes.loadUnaligned(fromByteOffset: start + Self.lengthOffset, as: UInt16.self))
          guard length > Self.nameOffset, start + length <= bytes.count else { break }
          let name = bytes[(start + Self.nameOffset)..<(start + length)]
            .bindMemory(to: UInt8.self)
          let type = bytes[start + Self.typeOffset]
          start += length
          // Records are as long as a multiple of eight, so the name ends in the last eight bytes.
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

/// A folder that is open for reading.
package final class OpenFolder: Sendable {
  /// The descriptor, closed with the object.
  package let descriptor: Int32

  /// Opens a folder.
  ///
  /// - Parameter path: A path that ends in a zero.
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
