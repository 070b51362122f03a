import CPlatform
import Glibc

/// Puts the terminal back when the process dies of a signal that nothing can handle in an orderly
/// way, such as SIGSEGV or a Swift trap (docs/decisions/terminal-restoring.md).
package enum CrashRestore {
  /// Remembers the modes and the bytes to write; all is copied, and used only inside the handler.
  ///
  /// - Parameters:
  ///   - fileDescriptor: The terminal; it must stay open.
  ///   - modes: The modes before the terminal was taken.
  ///   - restore: At most 512 bytes written to the terminal before the modes are set.
  package static func arm(fileDescriptor: Int32, modes: LineModes, restore: [UInt8]) {
    var modes = modes.modes
    restore.withUnsafeBytes { bytes in
      flick_crash_restore_arm(
        fileDescriptor, &modes, bytes.bindMemory(to: CChar.self).baseAddress, bytes.count)
    }
  }

  /// Forgets the terminal, after it has been given back in the ordinary way.
  package static func disarm() {
    flick_crash_restore_disarm()
  }

  /// Remembers files to remove in a crash, in place of those before.
  ///
  /// - Parameter paths: At most 512 bytes, each with a zero; else none is remembered.
  package static func removes(_ paths: [String]) {
    let bytes = paths.flatMap { Array($0.utf8CString) }
    flick_crash_removes(bytes, bytes.count)
  }
}
