import AppFeature
import Glibc
import Models
import TerminalCore

/// Where sound would be heard.
enum RemoteSound {
  /// The state of the sound at the start.
  ///
  /// Sound plays where Flick runs. Over SSH that is not where the user sits, so it starts muted and
  /// the screen says where it would be heard, unless a sound server to send it to is set.
  static func initial(isMuted: Bool, volume: Int, environment: [String: String]) -> Sound {
    let isRemote = OutputPolicy(environment: environment).isRemote
    guard isRemote, !isFar(environment) else { return Sound(isMuted: isMuted, volume: volume) }
    return Sound(isMuted: true, volume: volume, remoteHost: isMuted ? nil : hostName)
  }

  /// Whether sound goes back through SSH, to a server where the user sits.
  static func isFar(_ environment: [String: String]) -> Bool {
    let hasServer = !(environment["PULSE_SERVER"] ?? "").isEmpty
    return hasServer && OutputPolicy(environment: environment).isRemote
  }

  private static var hostName: CleanText {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return .localized("this machine") }
    return CleanText(bytes: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
  }
}
