import Models
import Platform
import TestSupport

extension Benchmark {
  /// The way from pictures onto the screen, by Flick and by other players: bytes and processor time
  /// for each picture, and decibels. Flick is measured at the lambda that gives 42 dB, and exact.
  static let peers = Benchmark(name: "peers") { report in
    guard let clips = PeerClips(report.clips) else {
      return print("# peers: skipped, no folder with its clips is given (--clips DIR)")
    }
    for screen in PeerClips.screens {
      let size = "\(screen.columns)x\(screen.rows)"
      var ratios: [Double] = []
      for clip in clips.all {
        let name = "peers.\(size).\(clip.name)"
        let folder = try ScratchFolder()
        let raw = try RawClip(of: clip.path, screen: screen, count: 90, in: folder)
        let (lambda, run) = EncodingRun.search(for: 42, of: raw)
        report.add("\(name).flick.lambda", lambda, "squared levels")
        try add(run, raw, lambda, "\(name).flick", &report)
        let exact = EncodingRun(lookingAt: raw, lambda: 0)
        try add(exact, raw, 0, "\(name).flick.exact", &report)
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
          if let shown = peerRun.shown, shown != raw.pictures.count {
            print("# \(name).\(peer.name): \(shown) of \(raw.pictures.count) pictures")
          }
          if peer.name == "timg" { ratios.append(run.bytes / peerRun.bytes) }
        }
      }
      if let worst = ratios.max() {
        report.add(
          "peers.\(size).bytes.mean", ratios.reduce(0, +) / Double(ratios.count), "of timg")
        report.add("peers.\(size).bytes.worst", worst, "of timg")
      }
    }
  }

  private static func add(
    _ run: EncodingRun, _ clip: RawClip, _ lambda: Double, _ name: String, _ report: inout Report
  ) throws {
    report.add("\(name).bytes", run.bytes, "B/picture")
    report.add("\(name).psnr", run.quality ?? 0, "dB")
    let runs = try (0..<3).map { _ in try EncodingRun(timing: clip, lambda: lambda) }
    guard let best = runs.min(by: { $0.processorTime < $1.processorTime }) else { return }
    report.add("\(name).cpu", best.processorTime * 1e6, "us/picture")
    let cells = Double(clip.screen.columns * clip.screen.rows)
    report.add("\(name).encode", best.encoding / cells * 1e9, "ns/cell")
  }

  /// Whole programs playing the clips themselves: Flick with its sound, timg without any.
  static let peersWhole = Benchmark(name: "peers.whole") { report in
    guard let clips = PeerClips(report.clips), Command.isInstalled("timg") else {
      return print("# peers.whole: skipped, without timg or a folder with its clips (--clips DIR)")
    }
    for screen in PeerClips.screens[1...2] {
      for clip in clips.all {
        let name = "peers.whole.\(screen.columns)x\(screen.rows).\(clip.name)"
        let flick = try WholeRun(
          Player.flick.command([clip.path, "--only"], screen), screen: screen,
          mark: Array("\u{1B}[?2026l".utf8))
        let timg = try WholeRun(
          ["timg", "-ph", "--loops=-1", "-g\(screen.columns)x\(screen.rows)", clip.path],
          screen: screen, mark: Array("\u{1B}[#A".utf8))
        for (player, run) in [("flick", flick), ("timg", timg)] {
          report.add("\(name).\(player).shown", run.rate, "1/s")
          report.add("\(name).\(player).cpu", run.share * 100, "%")
          report.add("\(name).\(player).bytes", run.bytes, "B/picture")
        }
        let perPicture = (flick.share / flick.rate) / (timg.share / timg.rate)
        report.add("\(name).cpu", perPicture, "of timg, a picture")
      }
    }
  }
}

/// The natural clips that figures are given for.
private struct PeerClips {
  let all: [(name: String, path: String)]

  static let screens = [
    CellSize(columns: 80, rows: 24), CellSize(columns: 160, rows: 48),
    CellSize(columns: 240, rows: 67), CellSize(columns: 400, rows: 100),
  ]

  init?(_ folder: ClipFolder?) {
    let names = [
      "mdn__flower", "flutter__bee", "derived_speaker_916", "bower__bbb-480p-30s", "mdn__friday",
    ]
    all = names.compactMap { name in folder?.path("\(name).mp4").map { (name, $0) } }
    if all.isEmpty { return nil }
  }
}

/// Five seconds of a program that plays.
private struct WholeRun {
  /// Pictures shown in a second.
  let rate: Double
  /// Part of one core.
  let share: Double
  /// Bytes for each picture.
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
    let count = bytes.positions(of: mark).count
    rate = Double(count) / seconds
    self.bytes = Double(bytes.count) / Double(max(count, 1))
    _ = capture.end()
  }
}
