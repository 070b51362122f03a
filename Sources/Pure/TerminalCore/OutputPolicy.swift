import Models

/// Decides how exact a frame is and how long it may become.
package struct OutputPolicy: Hashable, Sendable {
  /// Whether the bytes travel: over SSH.
  package var isRemote: Bool

  /// Whether tmux or GNU Screen stands between. They answer for the terminal, and tmux throws away
  /// a client's output once more than 8 bytes for each cell wait (tmux tty.c, `TTY_BLOCK_START`).
  package var isMultiplexed: Bool

  /// Creates a policy.
  package init(isRemote: Bool, isMultiplexed: Bool) {
    self.isRemote = isRemote
    self.isMultiplexed = isMultiplexed
  }

  /// Creates the policy that suits an environment.
  package init(environment: [String: String]) {
    func has(_ variable: String) -> Bool { !(environment[variable] ?? "").isEmpty }
    self.init(
      isRemote: has("SSH_CONNECTION") || has("SSH_TTY") || has("SSH_CLIENT"),
      isMultiplexed: has("TMUX") || has("STY"))
  }

  /// What a byte is worth to the encoder, in squared levels. 1 looks identical to the exact
  /// picture, 2 is hard to tell from it and takes a quarter less.
  package var lambda: Double { isRemote || isMultiplexed ? 2 : 1 }

  /// The longest frame, in bytes, for a screen of a size; `nil` for any length.
  package func byteLimit(for size: CellSize) -> Int? {
    // Enough for a small screen's first picture, too.
    isMultiplexed ? max(6 * size.columns * size.rows, 4096) : nil
  }
}
