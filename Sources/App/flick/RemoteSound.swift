import AppFeature
import Glibc
import Models
import TerminalCore

/// Where sound plays.
enum RemoteSound {
  /// The initial state of the sound.
  ///
  /// Sound plays where Flick runs. Over SSH the user is elsewhere, so it starts muted and the
  /// screen says where it would play, unless it is sent to a configured sound server.
  static func initial(isMuted: Bool, volume: Int, environment: [String: String]) -> Sound {
    let isRemote = OutputPolicy(environment: environment).isRemote
    guard isRemote, !isFar(environment) else { return Sound(isMuted: isMuted, volume: volume) }
    return Sound(isMuted: true, volume: volume, remoteHost: isMuted ? nil : hostName)
  }

  /// Whether sound goes through SSH to a server on the user's machine.
  static func isFar(_ environment: [String: String]) -> Bool {
    let hasServer = !(environment["PULSE_SERVER"] ?? "").isEmpty
    return hasServer && OutputPolicy(environment: environment).isRemote
  }

  /// A name for the device that is heard: a sound server's has its own delay.
  static func deviceName(_ device: String, _ environment: [String: String]) -> String {
    let server = environment["PULSE_SERVER"] ?? ""
    return server.isEmpty ? device : "\(device) \(server)"
  }

  private static var hostName: CleanText {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return .localized("this machine") }
    return CleanText(bytes: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
  }
}
