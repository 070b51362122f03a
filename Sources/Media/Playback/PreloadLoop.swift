import MediaCore
import Models
import Platform

/// Preloads the neighbours of the clip on screen, one small piece of work at a time, and closes
/// what is no longer needed.
///
/// Between two pieces of work every decoder is in its player's slot, so that the playback thread
/// never waits for more than one piece.
package final class PreloadLoop {
  let core: EngineCore
  private var seenWindow: UInt64?
  /// Whether decoders were closed since memory was last returned.
  private var hasClosed = false
  /// Host time since which swipes have kept this thread idle.
  private var restingSince: Double?
  /// Host time until which the first clip on screen is opened alone; `nil` before there is one.
  private var aloneUntil: Double?

  package init(core: EngineCore) {
    self.core = core
  }

  /// Does one piece of work.
  ///
  /// - Returns: Host time of the next step, unless the wakeup comes first.
  package func step(now: Double) -> Double {
    let orders = core.orders
    if isResting(now: now, until: orders.drawnUntil) { return orders.drawnUntil }
    // Closing a decoder can take tens of milliseconds, which only this thread can spare.
    if !core.take(\.closing).isEmpty { hasClosed = true }
    for player in core.take(\.deleted) {
      keepPoster(of: player)
      player.update { $0.mailbox.close() }
    }
    let current = orders.activeID.flatMap(core.player)
    if let current { describe(current) }
    let neighbours = orders.neighbours.filter { $0 != orders.activeID }.compactMap(core.player)
    adoptWindow(orders, neighbours)
    var next = restorePosters(now: now)
    let targets = targets(orders, neighbours, now: now)
    demote(targets, orders)
    let putOff = core.control.withLock { control in
      control.putOff = control.putOff.filter {
        $0.value > now && $0.key != orders.activeID && control.players[$0.key] != nil
      }
      return control.putOff
    }
    if let end = aloneEnd(current, now: now) {
      next = min(next, end)
    } else {
      letOpen(targets, putOff, orders)
    }
    for (player, stage) in targets
    where putOff[player.id] == nil && !isOpenedElsewhere(player, for: stage, area: orders.area) {
      // The most likely swipe is forward; for the one back, sound and the first frame are enough.
      let isNext = player.id == neighbours.first?.id
      let frames = isNext ? core.tuning.readyFrames : 0
      if improve(player, to: stage, frames: frames, area: orders.area) { return now }
    }
    next = min(next, putOff.values.min() ?? .infinity)
    if let end = orders.pace.hurryEnd(at: now) {
      next = min(next, end)
    } else if hasClosed {
      hasClosed = false
      core.opener.releaseUnusedMemory()
    }
    return next
  }

  // After a swipe the screen is drawn undisturbed; but repeated swipes must not postpone closing
  // the clips they left forever.
  private func isResting(now: Double, until end: Double) -> Bool {
    guard now < end else {
      restingSince = nil
      return false
    }
    let since = restingSince ?? now
    guard now < since + core.tuning.longestRest else {
      restingSince = nil
      return false
    }
    restingSince = since
    return true
  }

  private func targets(
    _ orders: Orders, _ neighbours: [Player], now: Double
  ) -> [(Player, PreloadStage)] {
    let current = orders.activeID.flatMap(core.player)?.facts.memory
    let stages = PreloadRanker.stages(
      budget: core.memoryBudget, currentMemory: orders.activeID == nil ? 0 : current,
      neighbours: neighbours.map { ($0.stage, $0.facts.memory) },
      isHurried: orders.pace.hurryEnd(at: now) != nil, posterLimit: posterLimit(orders.area))
    return Array(zip(neighbours, stages))
  }

  /// Tells the opening threads what to open. A clip that needs no more than a poster is soon closed again: no
  /// more of them are open at once than there are threads.
  private func letOpen(
    _ targets: [(Player, PreloadStage)], _ putOff: [PlayerID: Double], _ orders: Orders
  ) {
    let passing = targets.count { player, stage in stage == .poster && player.stage >= .opened }
    let unopened = targets.enumerated().filter { _, target in
      putOff[target.0.id] == nil
        && isOpenedElsewhere(target.0, for: target.1, area: orders.area)
    }
    core.letOpen(
      unopened.prefix(max(OpeningLoop.count - passing, 0)).map { rank, target in
        EngineCore.Unopened(id: target.0.id, isNext: rank < PreloadRanker.readyLimit)
      })
  }

  /// Until when no neighbours on servers are opened: what they request would delay the first frame
  /// of all, which the user waits for.
  private func aloneEnd(_ current: Player?, now: Double) -> Double? {
    guard let current else { return nil }
    let end = aloneUntil ?? now + core.tuning.longestAlone
    let isAlone =
      now < end && current.location.isRemote && !current.hasFailed
      && current.status.latest != .ready
    aloneUntil = isAlone ? end : -.infinity
    return isAlone ? end : nil
  }

  // MARK: Posters

  // Besides the frame on screen.
  private func posterLimit(_ area: FrameArea?) -> Int {
    guard let size = area?.size else { return .max }
    let bytes = max(size.width, 1) * max(size.height, 1) * 4
    return min(core.tuning.posterCount, core.tuning.posterBytes / bytes) - 1
  }

  // Applies a new window at once; no clip in it is opened for that.
  private func adoptWindow(_ orders: Orders, _ neighbours: [Player]) {
    guard seenWindow != orders.windowSerial else { return }
    seenWindow = orders.windowSerial
    let current = orders.activeID.flatMap(core.player)
    // The highest priority last, so that it is released last.
    for player in neighbours.reversed() + [current].compactMap({ $0 }) {
      core.restorePoster(of: player)
      keepPoster(of: player)
    }
    for player in neighbours where !player.location.isRemote {
      core.forgiveIfChanged(player)
    }
  }

  /// Keeps a player's poster beyond the player's life.
  func keepPoster(of player: Player) {
    core.dropFrames(of: core.memory.keepPoster(of: player))
  }

  // Restores the first frames of clips that were left a while ago, and returns when the next is
  // due.
  private func restorePosters(now: Double) -> Double {
    let left = core.control.withLock { control in
      defer { control.leftIDs = [] }
      return control.leftIDs
    }
    var next = Double.infinity
    for player in left.compactMap(core.player) {
      if player.update({ $0.mailbox.restorePoster(now: now) }) {
        core.onFrame(player.id)
      } else if let due = player.mailbox.posterDueAt {
        core.control.withLock { _ = $0.leftIDs.insert(player.id) }
        next = min(next, due)
      }
    }
    return next
  }

  // MARK: Stages

  private func demote(_ targets: [(Player, PreloadStage)], _ orders: Orders) {
    var wanted: Set<PlayerID> = []
    // Closes what need not be open any more before opening anything else.
    for (player, stage) in targets
    where stage > .poster || (stage == .poster && !hasPoster(player, area: orders.area)) {
      wanted.insert(player.id)
    }
    for player in core.openPlayers
    where player.id != orders.activeID && !wanted.contains(player.id) {
      close(player)
    }
  }

  /// Closes a player's decoder.
  ///
  /// - Returns: Whether that was possible: another thread may hold it, and a clip that failed has none.
  @discardableResult
  func close(_ player: Player) -> Bool {
    guard case .granted(let decoder) = player.update({ $0.slot.claim(for: .preload) })
    else { return false }
    if let decoder { core.close(decoder, of: player.id) }
    player.change(.opening, to: .unknown)
    core.park(nil, of: player, stage: player.restingStage)
    return true
  }
}
