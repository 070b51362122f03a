import Models

/// Fixed limits on the quality, size and rate of frames: from the user's options, and from what
/// lies between Flick and the terminal.
package struct OutputPolicy: Hashable, Sendable {
  /// Whether the bytes travel: over SSH.
  package var isRemote: Bool

  /// Whether tmux or GNU Screen is in between. They reply for the terminal, and tmux discards a
  /// client's output once more than 8 bytes per cell are pending (tmux tty.c, `TTY_BLOCK_START`).
  package var isMultiplexed: Bool

  package var options = TerminalOptions()

  /// What a byte is worth to the encoder while the link carries everything, in squared levels. 1
  /// looks identical to the exact frame, 2 is hard to tell from it and takes a quarter less.
  package var lambda: Double { options.quality?.lambda ?? (isRemote || isMultiplexed ? 2 : 1) }

  /// The minimum time between two frames, in seconds; 0 for none. A multiplexer gets 30 a second:
  /// it discards what it cannot pass on.
  package var shortestInterval: Double {
    let wanted = options.maximumFrameRate.map { 1 / min(max($0, 0.1), 1000) } ?? 0
    return isMultiplexed ? max(wanted, 1.0 / 30) : wanted
  }

  /// The byte limit of a frame for a screen size; `nil` for none.
  package func byteLimit(for size: CellSize) -> Int? {
    // Enough for a small screen's first frame, too.
    isMultiplexed ? max(6 * size.columns * size.rows, 4096) : nil
  }
}

extension OutputPolicy {
  /// Finds out from the environment whether SSH, tmux or GNU Screen is in between.
  package init(environment: [String: String], options: TerminalOptions = TerminalOptions()) {
    func has(_ variable: String) -> Bool { !(environment[variable] ?? "").isEmpty }
    self.init(
      isRemote: has("SSH_CONNECTION") || has("SSH_TTY") || has("SSH_CLIENT"),
      isMultiplexed: has("TMUX") || has("STY"), options: options)
  }
}
