import GRDB

extension Records {
  /// The sound delay for a device of this machine, in milliseconds; 0 if none is saved.
  func soundDelay(of device: String) throws -> Int {
    try rows(
      "SELECT delay FROM sound_device WHERE host = ? AND name = ?", [Self.host, device]
    ).first?["delay"] ?? 0
  }

  /// Saves the sound delay for a device of this machine, in milliseconds.
  func setSoundDelay(_ delay: Int, of device: String) throws {
    try run(
      """
      INSERT INTO sound_device (host, name, delay) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET delay = excluded.delay
      """, [Self.host, device, delay])
  }
}
