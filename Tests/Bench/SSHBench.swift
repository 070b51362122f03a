import Models
import Platform
import TestSupport

extension Benchmark {
  /// Playing, swiping and quitting through a real `ssh`, with and without its compression, at 160 x 48.
  /// The network's rate is limited by the kernel; the delay is at the client's terminal.
  ///
  /// Needs the rights to make a network namespace, and an SSH server's program.
  static let ssh = Benchmark(name: "ssh") { report in
    let screen = CellSize(columns: 160, rows: 48)
    let delay = 0.025
    let feed = try StampedClip.feed(report.clips)
    let clips = [feed[0], feed[1], try StampedClip.alternating()]
    guard let soundLead = try LinkRun(.near, clip: feed[0], screen: screen).soundLead else {
      return print("# ssh: no sound was written")
    }
    for (rate, isCompressed) in [(250_000.0, false), (250_000, true), (1_000_000, false)] {
      do {
        let network = try LimitedNetwork(rate: rate)
        let shell = try SecureShell(network: network)
        let profile = LinkProfile(rate: rate, delay: delay)
        let name = "ssh.\(profile.name)\(isCompressed ? ".compressed" : "")"
        let start = { (arguments: [String], sound: String) in
          try FarTerminal(
            shell.flick(arguments, sound: sound, isCompressed: isCompressed), screen: screen,
            outward: LinkModel(delay: delay), back: LinkModel(delay: delay))
        }
        for clip in clips {
          let name = "\(name).\(clip.name)"
          var received: [Int] = []
          let run = try LinkRun(clip, screen: screen, delay: delay) { sound in
            FarRun(try start([clip.path, "--only"], sound)) { terminal in
              received.append(network.receivedCount)
              return shell.processorTimes(client: terminal.process.processID)
            }
          }
          run.add(to: &report, as: name, soundLead: soundLead, isSimulated: false)
          run.far.addShares(to: &report, as: name)
          let sent = Double(received[1] - received[0]) / (run.far.end - run.far.start)
          report.add("\(name).network", sent / 1e3, "KB/s")
          report.add("\(name).compression", sent / run.far.rate, "")
        }
        let terminal = try start(feed.map(\.path), "null")
        let course = FarSwipes.walk(terminal, clipCount: feed.count)
        try FarSwipes(terminal.end(), screen: screen, clips: feed, course).add(
          to: &report, as: "\(name).swipe")
      } catch let skipped as Skipped {
        return print("# ssh: skipped, \(skipped)")
      }
    }
  }
}
