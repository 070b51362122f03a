import Glibc
import TestSupport

/// Something that cannot be measured here, and why.
struct Skipped: Error, CustomStringConvertible {
  let description: String
}

/// A network of two: this machine and a namespace of it, from which only so many bytes a second
/// come.
final class LimitedNetwork {
  /// The namespace, for `ip netns exec`.
  let namespace: String
  /// The address of the namespace's end.
  let address = "192.0.2.18"
  private let device: String

  /// Makes the namespace.
  ///
  /// - Parameter rate: Bytes a second from there to here.
  /// - Throws: `Skipped` where that is not permitted.
  init(rate: Double) throws {
    let number = getpid()
    namespace = "flick\(number)"
    // Names of devices have at most 15 bytes.
    device = "flick\(number)h"
    let inside = "flick\(number)n"
    for command in ["ip", "tc"] where !Command.isInstalled(command) {
      throw Skipped(description: "\(command) is not installed (iproute2)")
    }
    try require(["ip", "netns", "add", namespace])
    try require(["ip", "link", "add", device, "type", "veth", "peer", "name", inside])
    try require(["ip", "link", "set", inside, "netns", namespace])
    try require(["ip", "addr", "add", "192.0.2.17/30", "dev", device])
    try require(["ip", "link", "set", device, "up"])
    let enter = ["ip", "netns", "exec", namespace]
    try require(enter + ["ip", "addr", "add", "\(address)/30", "dev", inside])
    try require(enter + ["ip", "link", "set", inside, "up"])
    // As deep as a bad router's buffer, so that a sender who does not look fills it.
    let limit = ["rate", "\(Int(rate * 8))bit", "burst", "16kb", "limit", "512kb"]
    try require(
      enter + ["tc", "qdisc", "add", "dev", inside, "root", "handle", "1:", "tbf"] + limit)
  }

  /// Bytes that have come from there, with the headers of their frames.
  var receivedCount: Int {
    let count = Command.contents(of: "/sys/class/net/\(device)/statistics/rx_bytes")
    return Int(String(decoding: count, as: UTF8.self).dropLast()) ?? 0
  }

  deinit {
    _ = try? run(["ip", "netns", "del", namespace])
    _ = try? run(["ip", "link", "del", device])
  }

  private func require(_ command: [String]) throws {
    guard try run(command) else {
      throw Skipped(description: "not permitted: \(command.joined(separator: " "))")
    }
  }

  private func run(_ command: [String]) throws(PtyError) -> Bool {
    try Command.run(command[0], Array(command.dropFirst())) == 0
  }
}
