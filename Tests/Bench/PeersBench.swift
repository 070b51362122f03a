import Models
import Platform
import TestSupport

extension Benchmark {
  /// The way from frames onto the screen, by Flick and by other players: bytes and processor time
  /// for each frame, and decibels. Flick is measured at the lambda that gives 42 dB, and exact.
  static let peers = Benchmark(name: "peers") { report in
    guard let clips = PeerClips(report.clips) else {
      return print("# peers: skipped, no folder with its clips is given (--clips DIR)")
    }
    for screen in PeerClips.screens {
      let size = "\(screen.columns)x\(screen.rows)"
      var ratios: (bytes: [Double], exact: [Double], time: [Double]) = ([], [], [])
      for clip in clips.all {
        let name = "peers.\(size).\(clip.name)"
        let folder = try ScratchFolder()
        let raw = try RawClip(
          of: clip.path, from: ClipFolder.start(of: clip.name), screen: screen, count: 90,
          in: folder)
        let (lambda, run) = EncodingRun.search(for: 42, of: raw)
        report.add("\(name).flick.lambda", lambda, "squared levels")
        let time = try add(run, raw, lambda, "\(name).flick", &report)
        let exact = EncodingRun(lookingAt: raw, lambda: 0)
        _ = try add(exact, raw, 0, "\(name).flick.exact", &report)
        for peer in Peer.installed {
          guard let peerRun = try PeerRun.play(raw, by: peer) else {
            print("# \(name).\(peer.name): failed")
            continue
          }
          report.add("\(name).\(peer.name).bytes", peerRun.bytes, "B/picture")
          report.add("\(name).\(peer.name).cpu", peerRun.processorTime * 1e6, "us/picture")
          if let quality = peerRun.quality {
            report.add("\(name).\(peer.name).psnr", quality, "dB")
          }
          if let shown = peerRun.shown, shown != raw.frames.count {
            print("# \(name).\(peer.name): \(shown) of \(raw.frames.count) pictures")
          }
          if peer.name == "timg" {
            ratios.bytes.append(run.bytes / peerRun.bytes)
            ratios.exact.append(exact.bytes / peerRun.bytes)
            ratios.time.append(time / peerRun.processorTime)
          }
        }
      }
      for (label, values) in [
        ("bytes", ratios.bytes), ("exact.bytes", ratios.exact), ("cpu", ratios.time),
      ] {
        guard let worst = values.max() else { continue }
        let mean = values.reduce(0, +) / Double(values.count)
        report.add("peers.\(size).\(label).mean", mean, "of timg")
        report.add("peers.\(size).\(label).worst", worst, "of timg")
      }
    }
  }

  /// - Returns: Seconds of processor time a frame.
  private static func add(
    _ run: EncodingRun, _ clip: RawClip, _ lambda: Double, _ name: String, _ report: inout Report
  ) throws -> Double {
    report.add("\(name).bytes", run.bytes, "B/picture")
    report.add("\(name).psnr", run.quality ?? 0, "dB")
    let runs = try (0..<3).map { _ in try EncodingRun(timing: clip, lambda: lambda) }
    guard let best = runs.min(by: { $0.processorTime < $1.processorTime }) else { return 0 }
    report.add("\(name).cpu", best.processorTime * 1e6, "us/picture")
    let cells = Double(clip.screen.columns * clip.screen.rows)
    report.add("\(name).encode", best.encoding / cells * 1e9, "ns/cell")
    return best.processorTime
  }

  /// Whole programs playing the clips themselves at their pace, so that the same frames are shown:
  /// Flick with its sound, timg without any; then over a link that is too slow for timg.
  static let peersWhole = Benchmark(name: "peers.whole") { report in
    guard let clips = PeerClips(report.clips), Command.isInstalled("timg") else {
      return print("# peers.whole: skipped, without timg or a folder with its clips (--clips DIR)")
    }
    for screen in PeerClips.screens[1...2] {
      // What Flick leaves for cue and seek bar, timg leaves free.
      let geometry = "-g\(screen.columns)x\(screen.rows - 2)"
      for clip in clips.all {
        let name = "peers.whole.\(screen.columns)x\(screen.rows).\(clip.name)"
        let flick = try WholeRun(
          Player.flick.command([clip.path, "--only"], screen), screen: screen,
          mark: Array("\u{1B}[?2026l".utf8))
        let timg = try WholeRun(
          ["timg", "-ph", "--loops=-1", geometry, clip.path], screen: screen,
          mark: timgMark)
        for (player, run) in [("flick", flick), ("timg", timg)] {
          report.add("\(name).\(player).updates", run.updates, "1/s")
          report.add("\(name).\(player).cpu", run.share * 100, "%")
          report.add("\(name).\(player).bytes", run.bytes / 1e3, "KB/s")
        }
        report.add("\(name).cpu", flick.share / timg.share, "of timg")
        report.add("\(name).bytes", flick.bytes / timg.bytes, "of timg")
      }
    }
    let link = LinkProfile(rate: 250_000, delay: 0.025)
    for clip in try StampedClip.feed(report.clips) {
      try addRuns(of: clip, over: link, screen: PeerClips.screens[1], to: &report)
    }
  }

  private static func addRuns(
    of clip: StampedClip, over link: LinkProfile, screen: CellSize, to report: inout Report
  ) throws {
    let name = "peers.whole.\(link.name).\(clip.name)"
    let flick = try LinkRun(link, clip: clip, screen: screen)
    report.add("\(name).flick.shown", flick.shown.rate, "1/s")
    let timg = FarRun(
      try FarTerminal(
        ["timg", "-ph", "--loops=-1", "-g\(screen.columns)x\(screen.rows - 2)", clip.path],
        screen: screen, outward: link.outward, back: link.back),
      quits: false)
    // Each frame ends where the next one begins.
    let shown = timg.recording.bytes.positions(of: timgMark).filter {
      (timg.start...timg.end).contains(timg.recording.arrival(of: $0))
    }
    report.add("\(name).timg.shown", Double(shown.count) / (timg.end - timg.start), "1/s")
    for (player, run, transits) in [
      ("flick", flick.far, flick.shown.transits),
      (
        "timg", timg,
        shown.map { timg.recording.arrival(of: $0) - timg.recording.departure(of: $0) }
      ),
    ] {
      report.add("\(name).\(player).transit.p95", transits.percentile(95) * 1e3, "ms")
      report.add("\(name).\(player).bytes", run.rate / 1e3, "KB/s")
      run.addShares(to: &report, as: "\(name).\(player)")
    }
  }

  /// With which timg begins each frame but the first.
  private static let timgMark = Array("\u{1B}[#A".utf8)
}

/// The natural clips that figures are given for.
private struct PeerClips {
  let all: [(name: String, path: String)]

  static let screens = [
    CellSize(columns: 80, rows: 24), CellSize(columns: 160, rows: 48),
    CellSize(columns: 240, rows: 67), CellSize(columns: 400, rows: 100),
  ]

  init?(_ folder: ClipFolder?) {
    all = ClipFolder.peerClips.compactMap { name in
      folder?.path("\(name).mp4").map { (name, $0) }
    }
    if all.isEmpty { return nil }
  }
}

/// Five seconds of a program that plays at a clip's own pace.
private struct WholeRun {
  /// Updates of the screen in a second: frames, and what else is told.
  let updates: Double
  /// Part of one core.
  let share: Double
  /// Bytes in a second.
  let bytes: Double

  init(_ command: [String], screen: CellSize, mark: [UInt8]) throws {
    let capture = try TerminalCapture(command, size: screen)
    capture.record(for: 1.5)
    let before = (
      time: HostTime.now, processor: capture.processorTime, piece: capture.pieces.count
    )
    capture.record(for: 5)
    let seconds = HostTime.now - before.time
    share = (capture.processorTime - before.processor) / seconds
    let bytes = capture.pieces[before.piece...].flatMap(\.bytes)
    updates = Double(bytes.positions(of: mark).count) / seconds
    self.bytes = Double(bytes.count) / seconds
    _ = capture.end()
  }
}
