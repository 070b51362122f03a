import Models
import Platform
import TestSupport

extension Benchmark {
  /// Swiping and quitting through a real `ssh` whose network is limited by the kernel, at 160 x 48.
  ///
  /// Needs the rights to make a network namespace, and an SSH server's program.
  static let ssh = Benchmark(name: "ssh") { report in
    let screen = CellSize(columns: 160, rows: 48)
    let clips = try StampedClip.feed(report.clips)
    for rate in [1_000_000.0, 250_000] {
      do {
        let network = try LimitedNetwork(rate: rate, delay: 0.025)
        let shell = try SecureShell(network: network)
        if network.delay == 0 { print("# ssh: without delay: the kernel has no netem") }
        let terminal = try FarTerminal(
          shell.flick(clips.map(\.path), screen: screen), screen: screen,
          outward: LinkModel(delay: 0), back: LinkModel(delay: 0))
        let course = FarSwipes.walk(terminal, clipCount: clips.count)
        let quit = terminal.press("q")
        terminal.waitUntilGivenBack(timeout: 12)
        let recording = terminal.end()
        let name = "ssh.\(rate / 1e6)MBps.\(Int((network.delay * 1e3).rounded()))ms"
        try FarSwipes(recording, screen: screen, clips: clips, course).add(
          to: &report, as: "\(name).swipe")
        let given = try FarScreen(recording, size: screen).timeGivenBack(after: quit)
        report.add(
          "\(name).quit",
          of: [given].compactMap(\.self).map { ($0 - quit - 2 * network.delay) * 1e3 }, "ms")
      } catch let skipped as Skipped {
        return print("# ssh: skipped, \(skipped)")
      }
    }
  }
}
