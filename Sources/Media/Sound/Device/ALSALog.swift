import CALSA
import Models
import Platform

/// Handles ALSA's messages: they are discarded unless a sink is installed, and never reach the
/// terminal.
package enum ALSALog {
  /// Forwards messages.
  ///
  /// - Parameter sink: Called with one line at a time, on the thread that uses the device or one of
  ///   a plugin's own.
  package static func install(_ sink: @escaping @Sendable (_ line: CleanText) -> Void) {
    installed.withLock { $0.sink = sink }
    redirect()
  }

  /// Disables ALSA's own output on standard error. Cheap to call again.
  static func redirect() {
    _ = isRedirected
  }

  /// A struct, because `Lock` must not guard a bare closure.
  fileprivate struct Installed {
    var sink: (@Sendable (CleanText) -> Void)?
  }

  fileprivate static let installed = Lock(Installed())

  private static let isRedirected: Bool = {
    flick_alsa_redirect()
    return true
  }()
}

@_cdecl("flick_alsa_message")
func receiveALSAMessage(_ line: UnsafePointer<CChar>?) {
  guard let line, let sink = ALSALog.installed.withLock({ $0.sink }) else { return }
  sink(CleanText(String(cString: line)))
}
