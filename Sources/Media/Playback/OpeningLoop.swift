import MediaCore
import Models
import Platform

/// Opens neighbours that are on servers, so that one server can be waited for while another answers
/// (docs/decisions/engine-preloading.md). One of several threads; decoding is left to the preload
/// thread.
package final class OpeningLoop {
  /// How many there are. The first opens only clips that a swipe leads to.
  package static let count = 3

  private let core: EngineCore
  private let number: Int

  /// - Parameter number: Which one it is, below `count`.
  package init(core: EngineCore, number: Int) {
    self.core = core
    self.number = number
  }

  /// Opens one clip.
  ///
  /// - Returns: Host time of the next step, unless the wakeup comes first.
  package func step(now: Double) -> Double {
    guard let player = core.takeUnopened(onlyNext: number == 0) else { return .infinity }
    // Another thread may have come first.
    guard case .granted(let parked) = player.update({ $0.slot.claim(for: .preload) })
    else { return now }
    if let parked {
      core.park(parked, of: player, stage: player.stage)
    } else {
      core.preload(player, slot: \.openings[number])
      core.preloadWakeup.signal()
    }
    return now
  }
}

extension EngineCore {
  /// Tells the opening threads which clips to open, the most urgent first.
  func letOpen(_ clips: [Unopened]) {
    let isNew = control.withLock { control in
      defer { control.unopened = clips }
      return control.unopened != clips
    }
    guard isNew, !clips.isEmpty else { return }
    for wakeup in openingWakeups { wakeup.signal() }
  }

  func takeUnopened(onlyNext: Bool) -> Player? {
    control.withLock { control in
      while let index = control.unopened.firstIndex(where: { $0.isNext || !onlyNext }) {
        let clip = control.unopened.remove(at: index)
        if let player = control.players[clip.id] { return player }
      }
      return nil
    }
  }

  /// Opens a neighbour's clip, whose slot the caller has claimed.
  func preload(_ player: Player, slot: WorkSlot) {
    defer { control.withLock { $0[keyPath: slot] = nil } }
    do {
      park(try open(player, slot: slot), of: player, stage: .opened)
    } catch {
      giveUp(player, nil, error)
    }
  }

  /// Leaves a neighbour's clip that could not be opened or read.
  func giveUp(_ player: Player, _ decoder: ClipDecoder?, _ error: MediaError) {
    switch error {
    case .cancelled:
      player.change(.opening, to: .unknown)
    case .timedOut:
      // On a busy machine a niced thread may get no CPU time: whether the clip is playable is
      // decided when it comes on screen.
      player.change(.opening, to: .unknown)
      let end = hostTime() + tuning.preloadRetryInterval(for: player.location)
      control.withLock { $0.putOff[player.id] = end }
    default:
      fail(player, error)
    }
    if let decoder { close(decoder, of: player.id) }
    park(nil, of: player, stage: player.restingStage)
  }
}
