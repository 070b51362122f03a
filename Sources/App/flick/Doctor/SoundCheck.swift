import Glibc
import MediaCore
import Models
import Platform
import Sound
import TerminalCore

/// Whether there is sound, and where it plays.
struct SoundCheck {
  let check: DoctorCheck
  /// How Flick handles sound.
  let use: CleanText

  /// How long a sound server may take to respond, in seconds.
  private static let patience = 5.0

  /// Lists devices, and opens the one to be used.
  static func make(device: String, environment: [String: String]) -> SoundCheck {
    let server = environment["PULSE_SERVER"] ?? ""
    let isFar = OutputPolicy(environment: environment).isRemote && server.isEmpty
    var findings = [Finding.fine("ALSA \(ALSALibrary.version)")]
    let (opened, problem) = tryOut(device, isFar: RemoteSound.isFar(environment))
    if let opened {
      let milliseconds = Int((opened.bufferDuration * 1000).rounded())
      let kind =
        !opened.isServer
        ? localized("ALSA only")
        : server.isEmpty ? localized("a sound server") : localized("the sound server at %s", server)
      findings.append(
        .fine(
          .localized("“%1$s” opens (%2$s); buffer %3$s ms", device, kind, milliseconds)))
    } else {
      findings.append(
        Finding(
          mark: .warning,
          text: .localized(
            "cannot open “%1$s”: %2$s. Clips play without sound.", device, problem),
          fixes: fixes(device: device, server: server)))
    }
    findings += [list(besides: device), serverFinding(server, device, opened)].compactMap(\.self)
    if isFar {
      findings.append(
        .note(
          .localized(
            "Over SSH, sound plays on this machine, so Flick starts muted; press m to unmute."),
          fix: .localized(
            "To hear it on your own machine, connect with: ssh -t -R 24713:$XDG_RUNTIME_DIR/pulse/native …"
          ),
          .localized("and run here: export PULSE_SERVER=tcp:localhost:24713")))
    }
    let use: CleanText =
      opened == nil
      ? .localized("no sound")
      : isFar ? .localized("muted over SSH") : .localized("sound on “%s”", device)
    return SoundCheck(
      check: DoctorCheck(title: localized("Sound"), findings: findings), use: use)
  }

  /// Opens a device on a separate thread, which may have to be abandoned.
  private static func tryOut(
    _ device: String, isFar: Bool
  ) -> (opened: ALSALibrary.Opened?, problem: String) {
    // Plugins print to standard error what is reported below.
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    let standardError = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    dup2(nowhere, STDERR_FILENO)
    defer {
      dup2(standardError, STDERR_FILENO)
      close(standardError)
      close(nowhere)
    }
    let silence = localizedPlural(
      Int(patience), "no response for %s second", "no response for %s seconds",
      Int(patience))
    let outcome = Lock((opened: ALSALibrary.Opened?.none, problem: silence))
    let wakeup = Wakeup()
    _ = WorkerThread(name: "sound") {
      do throws(AudioError) {
        let opened = try ALSALibrary.tryOut(device, isFar: isFar)
        outcome.withLock { $0.opened = opened }
      } catch {
        let problem = words(error)
        outcome.withLock { $0.problem = problem }
      }
      wakeup.signal()
    }
    wakeup.wait(timeout: patience)
    return outcome.withLock { $0 }
  }

  private static func words(_ error: AudioError) -> String {
    switch error {
    case .noDevice(let words), .lost(let words): words.string
    case .busy: localized("in use by another program")
    }
  }

  private static func fixes(device: String, server: String) -> [CleanText] {
    var fixes: [CleanText] = []
    if !ALSALibrary.hasPlugin("pulse") {
      fixes.append(
        .localized("For a sound server (PulseAudio, PipeWire): apt install libasound2-plugins"))
    } else if !server.isEmpty {
      fixes.append(
        .localized(
          "Check that the tunnel to %s is open and that a server listens there (pactl info).",
          server))
      if device == "default" {
        fixes.append(.localized("ALSA's default may be a sound card: try --audio-device pulse"))
      }
    }
    if server.isEmpty, access("/proc/asound/cards", R_OK) != 0 {
      fixes.append(
        .localized(
          "This machine has no sound card. To use a remote sound server, set PULSE_SERVER."))
    }
    if device != "default" {
      fixes.append(.localized("Pass one of the names below to --audio-device."))
    }
    return fixes
  }

  /// Names that come with ALSA's plugins and are not devices.
  private static let converters: Set = [
    "null", "lavrate", "samplerate", "speexrate", "speex", "upmix", "vdownmix", "a52", "oss",
  ]

  private static func list(besides device: String) -> Finding? {
    let names = ALSALibrary.devices.map(\.name.string).filter {
      !converters.contains($0) && $0 != device
    }
    guard !names.isEmpty else { return nil }
    let shown = names.prefix(8).joined(separator: ", ")
    let more = names.count - 8
    return .note(
      more > 0
        ? CleanText(
          localizedPlural(
            more, "other devices for --audio-device: %1$s, and %2$s more (aplay -L)",
            "other devices for --audio-device: %1$s, and %2$s more (aplay -L)", shown, more))
        : .localized("other devices for --audio-device: %s", shown))
  }

  private static func serverFinding(
    _ server: String, _ device: String, _ opened: ALSALibrary.Opened?
  ) -> Finding? {
    guard !server.isEmpty else { return nil }
    guard ALSALibrary.hasPlugin("pulse") else {
      return .warning(
        .localized("PULSE_SERVER is %s, but ALSA has no plugin for it", server),
        fix: "apt install libasound2-plugins")
    }
    if opened?.isServer == false {
      return .warning(
        .localized("PULSE_SERVER is %1$s, but “%2$s” is not a sound server", server, device),
        fix: "flick --audio-device pulse")
    }
    return nil
  }
}
