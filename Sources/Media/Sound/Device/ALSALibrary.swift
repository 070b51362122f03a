import CALSA
import Glibc
import MediaCore
import Models

package enum ALSALibrary {
  package struct Device: Hashable, Sendable {
    /// In ALSA's notation, as for `--audio-device`.
    package let name: CleanText
    /// A one-line description; empty if there is none.
    package let summary: CleanText
  }

  /// Properties of an opened device: whether a plugin passes its samples to a sound server, and the
  /// size of its buffer, in seconds.
  package typealias Opened = (isServer: Bool, bufferDuration: Double)

  package static var version: CleanText {
    snd_asoundlib_version().map { CleanText(String(cString: $0)) } ?? "?"
  }

  /// The devices that ALSA lists, without its own placeholders.
  package static var devices: [Device] {
    ALSALog.redirect()
    var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    guard snd_device_name_hint(-1, "pcm", &hints) >= 0, let hints else { return [] }
    defer { snd_device_name_free_hint(hints) }
    var devices: [Device] = []
    var index = 0
    while let hint = hints[index] {
      index += 1
      // Without a direction it both plays and records.
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

  /// Opens a device as for playback, and closes it. May block for as long as a sound server does
  /// not respond.
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
