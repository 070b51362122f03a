import Glibc
import TestSupport

/// A machine's folder, mounted here by sshfs over the same network.
struct MountedMachine {
  private let machine: FarMachine
  private let mount: ScratchFolder
  /// Keys that mpv has by no default.
  private let keys: ScratchFolder

  /// Swipes, and films of which each has two seeks.
  private static let (swipes, films) = (11, 3)

  /// Mounts the home folder there.
  ///
  /// - Throws: `Skipped` if that cannot be done here.
  init(_ machine: FarMachine) throws {
    self.machine = machine
    mount = try ScratchFolder()
    keys = try ScratchFolder()
    try Array("9 seek 90 absolute-percent\n5 seek 50 absolute-percent\n".utf8).write(
      to: keys.file("input.conf"))
    let command = "ssh_command=\(machine.ssh.joined(separator: " "))"
    guard Command.isInstalled("sshfs"),
      try Command.run("sshfs", ["-o", command, "\(SSHServer.host):", mount.path]) == 0
    else { throw Skipped(description: "sshfs is not installed, or cannot mount") }
  }

  func unmount() {
    _ = try? Command.run("fusermount3", ["-u", mount.path])
  }

  /// Where something in the home folder there is here.
  func path(_ name: String) -> String { mount.file(name) }

  /// The clips of a folder there, in order.
  private func clips(_ folder: String, _ count: Int) -> [String] {
    (0..<count).map { path("\(folder)/\($0 + 10).mp4") }
  }

  private func start(_ player: Player, _ paths: [String]) throws -> TerminalCapture {
    var command = player.command(paths, FarMachine.screen)
    if player.name == "mpv" { command.insert("--input-conf=\(keys.file("input.conf"))", at: 1) }
    return try TerminalCapture(command, size: FarMachine.screen)
  }

  /// First picture, swipes forwards with 2 s of rest, and seeks, by each player that has keys.
  func add(to report: inout Report, as name: String) throws {
    for player in Player.installed {
      guard let next = player.keys?.next else { continue }
      let name = "\(name).\(player.name)"
      let capture = try start(player, clips("clips", MachineClips.count))
      capture.record(for: 10)
      _ = capture.end()
      let picture = try Benchmark.firstFrame(capture, tint: MachineClips.tint(0), within: 9.9)
      report.add("\(name).picture", of: [picture].compactMap(\.self).map { $0 * 1e3 }, "ms")

      let run = TintedRun(
        try start(player, clips("clips", MachineClips.count)), showing: MachineClips.tint(0))
      for number in 1...Self.swipes {
        run.press(
          String(decoding: next, as: UTF8.self), for: MachineClips.tint(number), rest: 2)
      }
      add(run.end(), to: &report, as: "\(name).swipe")

      let seeks = TintedRun(
        try start(player, clips("films", Self.films)), showing: MachineClips.tint(0))
      for film in 0..<Self.films {
        let tints = MachineClips.filmTints(film)
        if film > 0 {
          seeks.press(
            String(decoding: next, as: UTF8.self), for: tints.start, rest: 4, isMeasured: false)
        }
        seeks.press("9", for: tints.end, rest: 3)
        seeks.press("5", for: tints.start, rest: 3)
      }
      add(seeks.end(), to: &report, as: "\(name).seek")
    }
  }

  private func add(_ times: [Double?], to report: inout Report, as name: String) {
    report.add(spreadOf: times.compactMap { $0.map { $0 * 1e3 } }, as: name, "ms")
    let missing = times.count { $0 == nil }
    if missing > 0 { print("# \(name): \(missing) of \(times.count) pictures missing") }
  }
}
