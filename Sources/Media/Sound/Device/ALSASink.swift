import CALSA
import Glibc
import MediaCore
import Models
import Platform

/// An ALSA playback device (docs/decisions/engine-sound.md).
///
/// Devices that play nothing, `null` and `file:PATH,raw`, take samples as fast as they are written
/// and never report a delay: the writer must keep time.
package final class ALSASink: AudioSink {
  private let device: String
  private let isFar: Bool
  private var pcm: OpaquePointer?
  private var statusRecord: OpaquePointer?
  private var buffering = AudioBuffering(bufferFrames: 0, periodFrames: 0)
  private var descriptors: [pollfd] = []
  // Whether samples stay in the memory of a sound card until they are heard.
  private var hasCard = false

  /// Creates a closed device.
  ///
  /// - Parameters:
  ///   - device: A name in ALSA's own notation.
  ///   - isFar: Whether a sound server is on a remote link with latency, which requires a larger
  ///     buffer.
  package init(device: String = "default", isFar: Bool = false) {
    self.device = device
    self.isFar = isFar
  }

  deinit {
    close()
    if let statusRecord { snd_pcm_status_free(statusRecord) }
  }

  package func open() throws(AudioError) -> AudioBuffering {
    close()
    ALSALog.redirect()
    if statusRecord == nil { snd_pcm_status_malloc(&statusRecord) }
    let code = snd_pcm_open(&pcm, device, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK)
    guard code >= 0, let pcm else {
      pcm = nil
      throw openError(code)
    }
    do throws(AudioError) {
      buffering = try ALSASetup(pcm: pcm, isFar: isFar).apply()
    } catch {
      close()
      throw error
    }
    hasCard = Self.hasCard(pcm)
    let count = snd_pcm_poll_descriptors_count(pcm)
    // One more, for the wakeup.
    descriptors = Array(repeating: pollfd(), count: Int(max(count, 0)) + 1)
    return buffering
  }

  package func write(_ samples: UnsafeBufferPointer<Int16>) throws(AudioError) -> Int {
    let pcm = try openHandle()
    let frames = samples.count / AudioFormat.channels
    guard frames > 0, let address = samples.baseAddress else { return 0 }
    for _ in 0..<Self.attempts {
      let written = snd_pcm_writei(pcm, address, snd_pcm_uframes_t(frames))
      if written >= 0 { return Int(written) }
      if written == -Int(EAGAIN) { return 0 }
      try recover(Int32(clamping: written))
    }
    throw .lost(.localized("The sound device stopped accepting samples."))
  }

  package func status() throws(AudioError) -> AudioStatus {
    let pcm = try openHandle()
    for _ in 0..<Self.attempts {
      let code = snd_pcm_status(pcm, statusRecord)
      guard code >= 0 else {
        try recover(code)
        continue
      }
      let state = snd_pcm_status_get_state(statusRecord)
      switch state {
      case SND_PCM_STATE_XRUN: try recover(-EPIPE)
      case SND_PCM_STATE_SUSPENDED: try recover(-ESTRPIPE)
      case SND_PCM_STATE_DISCONNECTED: try recover(-ENODEV)
      default:
        return AudioStatus(
          delayFrames: Int(snd_pcm_status_get_delay(statusRecord)),
          availableFrames: Int(clamping: snd_pcm_status_get_avail(statusRecord)),
          isRunning: state == SND_PCM_STATE_RUNNING || state == SND_PCM_STATE_DRAINING)
      }
    }
    throw .lost(.localized("The sound device did not recover from an underrun."))
  }

  package func drop() throws(AudioError) {
    let pcm = try openHandle()
    let dropped = snd_pcm_drop(pcm)
    if dropped < 0, dropped != -EBADFD { try recover(dropped) }
    let prepared = snd_pcm_prepare(pcm)
    if prepared < 0 { throw Self.lost(prepared) }
  }

  package func takeBack(keeping frames: Int) throws(AudioError) -> Int {
    let pcm = try openHandle()
    // Plugins that pass samples to a server or a file rewind their counters regardless.
    guard hasCard, snd_pcm_state(pcm) == SND_PCM_STATE_RUNNING else { return 0 }
    let available = snd_pcm_avail(pcm)
    guard available >= 0 else { return 0 }
    let unplayed = buffering.bufferFrames - Int(available)
    let wanted = min(unplayed, Int(snd_pcm_rewindable(pcm))) - max(frames, 0)
    guard wanted > 0 else { return 0 }
    return max(Int(snd_pcm_rewind(pcm, snd_pcm_uframes_t(wanted))), 0)
  }

  package func wait(for wakeup: Wakeup, timeout: Double) {
    guard let pcm, !descriptors.isEmpty else { return wakeup.wait(timeout: timeout) }
    let deadline = HostTime.now + timeout
    while true {
      let ownCount = descriptors.count - 1
      let count = Int(snd_pcm_poll_descriptors(pcm, &descriptors, UInt32(ownCount)))
      guard count >= 0, count <= ownCount else { return wakeup.wait(timeout: timeout) }
      descriptors[count] = pollfd(fd: wakeup.fileDescriptor, events: Int16(POLLIN), revents: 0)
      let left = max(deadline - HostTime.now, 0)
      let ready = poll(&descriptors, nfds_t(count + 1), Int32(min(left, 3600) * 1000 + 0.999))
      if ready <= 0 { return }
      if descriptors[count].revents != 0 { return wakeup.clear() }
      // Only the plugin knows what its descriptors mean.
      var events: UInt16 = 0
      snd_pcm_poll_descriptors_revents(pcm, &descriptors, UInt32(count), &events)
      if Int32(events) & (POLLOUT | POLLERR | POLLHUP | POLLNVAL) != 0 { return }
      if HostTime.now >= deadline { return }
    }
  }

  package func close() {
    guard let open = pcm else { return }
    pcm = nil
    // Otherwise closing waits until all remaining sound was heard.
    snd_pcm_drop(open)
    snd_pcm_close(open)
  }

  /// Whether the open device is a plugin for a sound server.
  var isServer: Bool { pcm.map { snd_pcm_type($0) == SND_PCM_TYPE_IOPLUG } ?? false }

  /// How often to recover from an error and retry a call before the device counts as lost.
  private static let attempts = 10

  /// How long to wait for a device to resume from suspend, in attempts of 10 ms.
  private static let resumeTries = 100

  private func openHandle() throws(AudioError) -> OpaquePointer {
    guard let pcm else { throw .lost(.localized("The sound device is not open.")) }
    return pcm
  }

  /// Recovers from the error of a failed call, so that it can be retried.
  private func recover(_ code: Int32) throws(AudioError) {
    let pcm = try openHandle()
    switch code {
    case -EINTR: return
    case -ESTRPIPE:
      for _ in 0..<Self.resumeTries {
        let resumed = snd_pcm_resume(pcm)
        if resumed >= 0 { return }
        if resumed != -EAGAIN { break }
        usleep(10_000)
      }
      fallthrough
    case -EPIPE, -EBADFD:
      // EBADFD: the device is in a state that requires preparing it, or it has disappeared.
      let prepared = snd_pcm_prepare(pcm)
      if prepared < 0 { throw Self.lost(prepared) }
    default: throw Self.lost(code)
    }
  }

  private static func hasCard(_ pcm: OpaquePointer) -> Bool {
    var info: OpaquePointer?
    guard snd_pcm_info_malloc(&info) >= 0 else { return false }
    defer { snd_pcm_info_free(info) }
    // Plugins without a card below them report -1.
    return snd_pcm_info(pcm, info) >= 0 && snd_pcm_info_get_card(info) >= 0
  }

  private static func lost(_ code: Int32) -> AudioError {
    .lost(CleanText(String(cString: snd_strerror(code))))
  }

  private func openError(_ code: Int32) -> AudioError {
    switch code {
    case -EBUSY, -EAGAIN: .busy
    case -ENOENT: .noDevice(.localized("no such ALSA device “%s”", device))
    default:
      .noDevice(.localized("ALSA device “%1$s”: %2$s", device, String(cString: snd_strerror(code))))
    }
  }
}
