import Glibc
import Models
import Platform

/// A file that gets its name only once it is complete: even if the process is killed, no partial
/// file is ever visible.
final class UnnamedFile {
  /// As defined in `<fcntl.h>` (`__O_TMPFILE | O_DIRECTORY`), in a form that is not imported.
  private static let withoutName: Int32 = 0o20_000_000 | O_DIRECTORY

  private let descriptor: Int32

  /// Writes a file.
  ///
  /// - Returns: `nil` where the file system does not support such files (most network file
  ///   systems), or is full.
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

  /// Gives the file a name that is not taken yet.
  ///
  /// - Returns: Whether it succeeded; otherwise see `errno`.
  func link(as path: FilePath) -> Bool {
    // The method that needs no privilege (open(2), O_TMPFILE).
    path.withCString {
      linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, $0, AT_SYMLINK_FOLLOW)
    }
      == 0
  }
}
