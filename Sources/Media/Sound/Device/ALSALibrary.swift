import CALSA
import Glibc
import MediaCore
import Models

/// What ALSA has on this machine.
package enum ALSALibrary {
  /// A device that sound can be sent to.
  package struct Device: Hashable, Sendable {
    /// In ALSA's notation, as `--audio-device` takes it.
    package let name: CleanText
    /// What it is, in one line; empty if it does not say.
    package let summary: CleanText
  }

  /// What a device turned out to be when it was opened: whether its samples go to a sound server by a
  /// plugin, and how much it holds before it is heard, in seconds.
  package typealias Opened = (isServer: Bool, bufferDuration: Double)

  /// The library's version.
  package static var version: CleanText {
    snd_asoundlib_version().map { CleanText(String(cString: $0)) } ?? "?"
  }

  /// The devices that ALSA lists, its own placeholders left out.
  package static var devices: [Device] {
    ALSALog.redirect()
    var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    guard snd_device_name_hint(-1, "pcm", &hints) >= 0, let hints else { return [] }
    defer { snd_device_name_free_hint(hints) }
    var devices: [Device] = []
    var index = 0
    while let hint = hints[index] {
      index += 1
      // Without a direction it plays and records.
      guard let name = text(hint, "NAME"), text(hint, "IOID") != "Input" else { continue }
      let summary = text(hint, "DESC") ?? ""
      let line = summary.split(separator: "\n").first.map(String.init) ?? ""
      devices.append(Device(name: CleanText(name), summary: CleanText(line)))
    }
    return devices
  }

  /// Whether a plugin is installed, such as `pulse` for sound servers.
  package static func hasPlugin(_ name: String) -> Bool {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard snd_dlpath(&path, path.count, "libasound_module_pcm_\(name).so") == 0 else {
      return false
    }
    return access(path, R_OK) == 0
  }

  /// Opens a device as it would be for play, and closes it. May take as long as a sound server does
  /// not answer.
  ///
  /// - Throws: Why it cannot be used.
  package static func tryOut(_ device: String, isFar: Bool) throws(AudioError) -> Opened {
    let sink = ALSASink(device: device, isFar: isFar)
    let buffering = try sink.open()
    let isServer = sink.isServer
    sink.close()
    return (isServer, Double(buffering.bufferFrames) / AudioFormat.rate)
  }

  private static func text(_ hint: UnsafeMutableRawPointer, _ key: String) -> String? {
    guard let value = snd_device_name_get_hint(hint, key) else { return nil }
    defer { free(value) }
    return String(cString: value)
  }
}
