import Glibc

extension Sitting {
  /// What came of a sitting.
  struct Outcome {
    var script = Script([])
    /// What the oracle has looked at, and how often.
    var checks: [String: Int] = [:]
    var finding: Oracle.Finding?
    /// How long it lasted, in seconds of its own time.
    var time = 0.0
    /// A number that follows from all that was written to the terminal, and when.
    var fingerprint: UInt64 = 0xCBF2_9CE4_8422_2325
    /// The commands that were pressed.
    var commands: Set<String> = []
    /// Where each question and each piece of output is logged, to find where two runs part.
    var log: UnsafeMutablePointer<FILE>?

    /// Adds bytes to the fingerprint (FNV-1a).
    mutating func note(_ bytes: [UInt8], at time: UInt64) {
      if let log {
        fputs("\(time) \(String(decoding: bytes, as: UTF8.self).debugDescription)\n", log)
      }
      for byte in bytes { fingerprint = (fingerprint ^ UInt64(byte)) &* 0x100_0000_01B3 }
      fingerprint = (fingerprint ^ time) &* 0x100_0000_01B3
    }
  }
}
