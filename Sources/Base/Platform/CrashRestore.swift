import CPlatform
import Glibc

/// Restores the terminal when the process dies of a signal that cannot be handled cleanly, such as
/// SIGSEGV or a Swift trap (docs/decisions/terminal-restoring.md).
package enum CrashRestore {
  /// Stores copies of the modes and the bytes to write, for use in the signal handler only.
  ///
  /// - Parameters:
  ///   - fileDescriptor: The terminal; it must stay open.
  ///   - modes: The modes before the program changed them.
  ///   - restore: At most 512 bytes to write to the terminal before the modes are set.
  package static func arm(fileDescriptor: Int32, modes: LineModes, restore: [UInt8]) {
    var modes = modes.modes
    restore.withUnsafeBytes { bytes in
      flick_crash_restore_arm(
        fileDescriptor, &modes, bytes.bindMemory(to: CChar.self).baseAddress, bytes.count)
    }
  }

  /// Disarms after the terminal has been restored in the ordinary way.
  package static func disarm() {
    flick_crash_restore_disarm()
  }

  /// Replaces the list of files to remove in a crash.
  ///
  /// - Parameter paths: At most 512 bytes in total, each path with a terminating zero; otherwise
  ///   none is stored.
  package static func removes(_ paths: [String]) {
    let bytes = paths.flatMap { Array($0.utf8CString) }
    flick_crash_removes(bytes, bytes.count)
  }
}
