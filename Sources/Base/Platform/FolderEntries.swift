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

  private static let smallChunk = 32_768
  /// Few calls for a folder of a hundred thousand files.
  private static let largeChunk = 1 << 20

  private static let lengthOffset = 16
  private static let typeOffset = 18
  private static let nameOffset = 19

  /// Reads a folder to its end, or to where it cannot be read.
  ///
  /// - Parameter descriptor: An open folder.
  package init(descriptor: Int32) {
    while true {
      let size = chunks.isEmpty ? Self.smallChunk : Self.largeChunk
      let chunk = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        count = max(flick_read_folder(descriptor, buffer.baseAddress, size), 0)
      }
      if chunk.isEmpty { return }
      chunks.append(chunk)
    }
  }

  /// Calls a function with each entry but `.` and `..`; names are valid within it.
  package func forEach(_ body: (_ name: UnsafeBufferPointer<UInt8>, _ kind: Kind) -> Void) {
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
          let end = name.firstIndex(of: 0) ?? name.endIndex
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
}
