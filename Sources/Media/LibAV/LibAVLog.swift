import CLibAV
import Glibc
import Models
import Platform
import Synchronization

/// Handles libav's messages: they are discarded unless a sink is installed, and never reach the
/// terminal.
package enum LibAVLog {
  package enum Level: Int32, Sendable {
    case error = 16
    case warning = 24
    case info = 32
    case debug = 48
  }

  /// Forwards messages.
  ///
  /// - Parameters:
  ///   - level: The lowest severity to forward.
  ///   - sink: Called with one line at a time, on any libav thread.
  package static func install(
    level: Level, _ sink: @escaping @Sendable (_ line: CleanText) -> Void
  ) {
    installed.withLock { $0.sink = sink }
    threshold.store(level.rawValue, ordering: .relaxed)
  }

  /// Disables libav's own output on standard error.
  static func silence() {
    av_log_set_callback(receiveMessage)
  }

  fileprivate static let threshold = Atomic<Int32>(-1)
  /// A struct, because `Lock` must not guard a bare closure.
  fileprivate struct Installed {
    var sink: (@Sendable (CleanText) -> Void)?
  }

  fileprivate static let installed = Lock(Installed())
}

// A file-scope function: a closure formed in a main-actor context would trap on libav's threads.
private func receiveMessage(
  _ context: UnsafeMutableRawPointer?, _ level: Int32, _ format: UnsafePointer<CChar>?,
  _ arguments: CVaListPointer?
) {
  // The higher bits are for colours.
  guard level & 0xFF <= LibAVLog.threshold.load(ordering: .relaxed), let format, let arguments,
    let sink = LibAVLog.installed.withLock({ $0.sink })
  else { return }
  let line = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { buffer in
    var printsPrefix: Int32 = 1
    let length = av_log_format_line2(
      context, level, format, arguments, buffer.baseAddress, Int32(buffer.count), &printsPrefix)
    let bytes = UnsafeRawBufferPointer(buffer).prefix(max(0, min(Int(length), 1023)))
    return CleanText(bytes: bytes.prefix { $0 != UInt8(ascii: "\n") })
  }
  if !line.isEmpty { sink(line) }
}
