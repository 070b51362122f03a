import Models
import TestSupport

extension Benchmark {
  /// A folder on a machine that `ssh` reaches, 100 ms away, at 2 MB/s and without a limit, at
  /// 160 x 48: the first picture, swipes with 2 s of rest, seeks into what is not cached, the same on a
  /// mount by sshfs where that is installed, and the throughput of one file.
  ///
  /// Needs an SSH server's program.
  static let machine = Benchmark(name: "machine") { report in
    try onMachines { home, server, machines in
      try MachineClips.make(in: home)
      for (name, machine) in machines {
        try machine.addStarts(to: &report, as: name)
        try machine.addSwipes(to: &report, as: name)
        try machine.addSeeks(to: &report, as: name)
        do {
          let mounted = try MountedMachine(machine)
          defer { mounted.unmount() }
          try mounted.add(to: &report, as: "\(name).sshfs")
        } catch let error as Skipped {
          print("# \(name).sshfs: \(error)")
        }
      }
      try FarThroughput(server, home: home).add(to: &report, as: "machine.throughput")
    }
  }

  /// 100 000 files in one folder there, beside the same folder here.
  static let machineFolder = Benchmark(name: "machine.folder") { report in
    let many = try ManyClips(100_000)
    try onMachines { _, _, machines in
      for (name, machine) in machines { try machine.addFolder(many, to: &report, as: name) }
    }
  }

  /// Measures with a server and two networks in front of it.
  private static func onMachines(
    _ body: (ScratchFolder, SSHServer, [(String, FarMachine)]) throws -> Void
  ) throws {
    let home = try ScratchFolder()
    let server: SSHServer
    do {
      guard Command.isInstalled("ssh") else {
        throw Skipped(description: "openssh-client is not installed")
      }
      server = try SSHServer(home: home.path)
    } catch {
      return print("# machine: skipped, \(error)")
    }
    try body(
      home, server,
      [("machine.2MB", 2e6), ("machine.unlimited", Double.infinity)].map {
        ($0, try FarMachine(server, rate: $1))
      })
  }
}

extension FarMachine {
  /// From the start of the process to the first whole frame, beside what a plain `ssh` takes to have
  /// SFTP; and the difference in round trips.
  fileprivate func addStarts(to report: inout Report, as name: String) throws {
    var (pictures, handshakes): ([Double], [Double]) = ([], [])
    // In turns: whatever else the machine does is the same for both.
    for _ in 0..<7 {
      if let time = try handshakeTime() { handshakes.append(time * 1e3) }
      let capture = try start("clips/")
      capture.record(for: 6)
      _ = capture.end()
      let time = try Benchmark.firstFrame(capture, tint: MachineClips.tint(0), within: 5.9)
      if let time { pictures.append(time * 1e3) }
    }
    report.add("\(name).start.picture", of: pictures, "ms")
    report.add("\(name).start.ssh", of: handshakes, "ms")
    guard !pictures.isEmpty, !handshakes.isEmpty else { return }
    let rest = (pictures.median - handshakes.median) / (Self.roundTrip * 1e3)
    report.add("\(name).start.rest", rest, "round trips")
  }

  /// From a key to the last byte of the new clip's first whole frame.
  fileprivate func addSwipes(to report: inout Report, as name: String) throws {
    let (up, down) = ("\u{1B}[A", "\u{1B}[B")
    let last = MachineClips.count - 1
    var all: [Double?] = []
    for (course, first) in [("forwards", 0), ("backwards", last)] {
      let run = TintedRun(try start("clips/"), showing: MachineClips.tint(0))
      if first > 0 {
        // At once, so that those on the way are not cached.
        let keys = String(repeating: down, count: first)
        run.press(keys, for: MachineClips.tint(first), rest: 8, isMeasured: false)
      }
      for step in 1...last {
        let target = abs(first - step)
        run.press(first > 0 ? up : down, for: MachineClips.tint(target), rest: 2)
      }
      let times = run.end()
      add(times, to: &report, as: "\(name).swipe.\(course)")
      all += times
    }
    add(all, to: &report, as: "\(name).swipe")
  }

  /// From a key to the last byte of the first whole frame of another part of the clip.
  fileprivate func addSeeks(to report: inout Report, as name: String) throws {
    let run = TintedRun(try start("films/"), showing: MachineClips.tint(0))
    for film in 0..<MachineClips.filmCount {
      let tints = MachineClips.filmTints(film)
      if film > 0 { run.press("\u{1B}[B", for: tints.start, rest: 4, isMeasured: false) }
      // To 90 % and 50 %.
      run.press("9", for: tints.end, rest: 3)
      run.press("5", for: tints.start, rest: 3)
    }
    add(run.end(), to: &report, as: "\(name).seek")
  }

  /// From the start of the process to the first title, and to the count of all files; and the memory
  /// then. Beside the same folder on this machine.
  fileprivate func addFolder(
    _ folder: ManyClips, to report: inout Report, as name: String
  ) throws {
    let far = try FolderOpening(start("\(folder.path)/"))
    let here = try FolderOpening(
      TerminalCapture(Player.flick.command([folder.path], Self.screen), size: Self.screen))
    for (place, opening) in [("far", far), ("here", here)] {
      let name = "\(name).folder.\(place)"
      report.add("\(name).title", of: [opening.title].compactMap(\.self).map { $0 * 1e3 }, "ms")
      report.add("\(name).count", of: [opening.whole].compactMap(\.self).map { $0 * 1e3 }, "ms")
      report.add("\(name).memory", opening.memory.mebibytes, "MiB")
    }
    report.add("\(name).folder.memory", Double(far.memory) / Double(max(here.memory, 1)), "of here")
  }

  /// Adds the spread of seconds.
  private func add(_ times: [Double?], to report: inout Report, as name: String) {
    let found = times.compactMap(\.self).map { $0 * 1e3 }
    report.add(spreadOf: found, as: name, "ms")
    if found.count < times.count {
      print("# \(name): \(times.count - found.count) of \(times.count) pictures missing")
    }
  }
}

/// A folder of 100 000 files while it is opened. Times are seconds from the start of the process.
private struct FolderOpening {
  /// When the title bar named a file.
  private(set) var title: Double?
  /// When the title bar had the count of all.
  private(set) var whole: Double?
  /// What the process had in memory at the end, in bytes.
  let memory: Int

  init(_ capture: TerminalCapture) {
    capture.record(for: 15)
    memory = capture.residentMemory
    _ = capture.end()
    guard let model = TerminalModel(size: capture.size) else { return }
    for piece in capture.pieces where whole == nil {
      model.feed(piece.bytes)
      _ = model.takeReplies()
      let bar = model.text(row: capture.size.rows - 2)
      guard bar.contains("Clip ") else { continue }
      let time = piece.time - capture.startTime
      title = title ?? time
      // A plus means that there may be more.
      let count = bar.split(separator: " of ").last ?? ""
      if !count.contains("+"), count.filter(\.isNumber) == "100000" { whole = time }
    }
  }
}
