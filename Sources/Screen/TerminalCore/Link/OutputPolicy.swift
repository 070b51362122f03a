import Models

/// What is decided beforehand about how exact frames are, how long and how many: by what the user
/// asked for and by what stands between.
package struct OutputPolicy: Hashable, Sendable {
  /// Whether the bytes travel: over SSH.
  package var isRemote: Bool

  /// Whether tmux or GNU Screen stands between. They answer for the terminal, and tmux throws away
  /// a client's output once more than 8 bytes for each cell wait (tmux tty.c, `TTY_BLOCK_START`).
  package var isMultiplexed: Bool

  /// What the user asked for.
  package var options = TerminalOptions()

  /// What a byte is worth to the encoder while the link carries everything, in squared levels. 1
  /// looks identical to the exact frame, 2 is hard to tell from it and takes a quarter less.
  package var lambda: Double { options.quality?.lambda ?? (isRemote || isMultiplexed ? 2 : 1) }

  /// The least time between two frames, in seconds; 0 for any. A multiplexer is given 30 a second:
  /// what it cannot pass on it throws away.
  package var shortestInterval: Double {
    let wanted = options.maximumFrameRate.map { 1 / min(max($0, 0.1), 1000) } ?? 0
    return isMultiplexed ? max(wanted, 1.0 / 30) : wanted
  }

  /// The longest frame, in bytes, for a screen of a size; `nil` for any length.
  package func byteLimit(for size: CellSize) -> Int? {
    // Enough for a small screen's first frame, too.
    isMultiplexed ? max(6 * size.columns * size.rows, 4096) : nil
  }
}

extension OutputPolicy {
  /// Creates the policy that suits an environment and what the user asked for.
  package init(environment: [String: String], options: TerminalOptions = TerminalOptions()) {
    func has(_ variable: String) -> Bool { !(environment[variable] ?? "").isEmpty }
    self.init(
      isRemote: has("SSH_CONNECTION") || has("SSH_TTY") || has("SSH_CLIENT"),
      isMultiplexed: has("TMUX") || has("STY"), options: options)
  }
}
