import Glibc
import Models
import Platform

/// A file without a name, which has all its bytes before it gets one: whatever ends the process, no
/// part of a file is ever seen.
final class UnnamedFile {
  /// As `<fcntl.h>` has it (`__O_TMPFILE | O_DIRECTORY`), in a form that is not imported.
  private static let withoutName: Int32 = 0o20_000_000 | O_DIRECTORY

  private let descriptor: Int32

  /// Writes a file.
  ///
  /// - Returns: `nil` where the file system has no such files (most network file systems), or has no
  ///   room.
  init?(_ bytes: [UInt8], in folder: FilePath) {
    guard let descriptor = try? folder.open(O_WRONLY | Self.withoutName, mode: 0o644) else {
      return nil
    }
    self.descriptor = descriptor
    guard (try? Descriptor.write(bytes, to: descriptor)) != nil else { return nil }
  }

  deinit {
    close(descriptor)
  }

  /// Gives the file a name that nothing has yet.
  ///
  /// - Returns: Whether that was possible; else `errno` says why.
  func link(as path: FilePath) -> Bool {
    // The way that needs no privilege (open(2), O_TMPFILE).
    path.withCString {
      linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, $0, AT_SYMLINK_FOLLOW)
    }
      == 0
  }
}
