import AppFeature
import Glibc
import Graphics
import LibAV
import MediaCore
import Models
import Platform
import Playback
import TerminalUI
import TestSupport

extension Benchmark {
  /// The overview of twenty distinct 1080p clips: how soon each has a picture, cold and from the cache,
  /// beside what other programs take for the same clips; and a held key through ten thousand clips.
  static let overview = Benchmark(name: "overview") { report in
    let clips = try OverviewClips.make()
    let folder = try ScratchFolder()
    for (number, clip) in clips.enumerated() {
      _ = try Command.run("ln", [clip, folder.file("clip-\(number + 10).mp4")])
    }
    let cache = try ScratchFolder()
    for name in ["cold", "cached"] {
      let run = try OverviewRun(folder.path, cache: cache.path, tileCount: clips.count)
      report.add("overview.\(name).first", (run.times.first ?? .infinity) * 1e3, "ms")
      report.add("overview.\(name).last", (run.times.last ?? .infinity) * 1e3, "ms")
      report.add("overview.\(name).pictures", Double(run.times.count), "tiles")
      report.add(
        "overview.\(name).processor", run.processorTime * 1e3 / Double(clips.count), "ms/tile")
    }
    for (name, command) in OverviewPeers.all where Command.isInstalled(name) {
      let time = try OverviewPeers.run(command, folder: folder.path)
      report.add("overview.\(name).all", time.duration * 1e3, "ms")
      report.add(
        "overview.\(name).processor", time.processor * 1e3 / Double(clips.count), "ms/tile")
    }
    let many = try OverviewScroll(clips, count: 10_000)
    report.add(spreadOf: many.delays.map { $0 * 1e3 }, as: "overview.scroll.frame", "ms")
    report.add("overview.scroll.memory", many.growth.mebibytes, "MiB")
    report.add("overview.scroll.descriptors", Double(many.descriptors), "files")
    report.add("overview.scroll.thumbnails", Double(many.thumbnails), "files")
    try swipes(&report)
    try starts(&report)
  }

  /// Keys in an overview whose tiles all move, at the far end of a slow link.
  static let overviewLink = Benchmark(name: "overview.link") { report in
    try link(OverviewClips.make(), &report)
  }

  /// A hundred swipes as in `swipe.local`, with the overview opened and closed before each.
  private static func swipes(_ report: inout Report) throws {
    let steps: [SwipeCourse.Step] = (0..<100).map { .single($0 % 3 == 2 ? -1 : 1) }
    let course = SwipeCourse(name: "overview", steps: steps, rest: 0.3, opensOverview: true)
    let times = try course.run(
      CodedClip.make(count: 64), size: CellSize(columns: 160, rows: 48))
    report.add(spreadOf: times.compactMap(\.self).map { $0 * 1e3 }, as: "overview.swipe", "ms")
    report.add("overview.swipe.missing", Double(times.count { $0 == nil }), "pictures")
  }

  private static func link(_ clips: [String], _ report: inout Report) throws {
    let run = try OverviewLink(clips)
    report.add(spreadOf: run.delays.map { $0 * 1e3 }, as: "overview.link.key", "ms")
    report.add("overview.link.missing", Double(run.missing), "keys")
    report.add("overview.link.turns", run.turns, "1/s")
    report.add("overview.link.bytes", run.rate / 1e3, "kB/s")
    report.add("overview.link.quit", of: [run.quit].compactMap(\.self).map { $0 * 1e3 }, "ms")
  }

  /// Clips that begin black, white, with a title, or with a fade.
  private static func starts(_ report: inout Report) throws {
    let clips = try OverviewStarts.make()
    let good = try clips.count { try OverviewStarts.hasGoodThumbnail($0) }
    report.add("overview.starts.clips", Double(clips.count), "clips")
    report.add("overview.starts.good", Double(good), "clips")
  }
}

/// An overview of twenty clips at 0.25 MB/s with 50 ms each way.
private struct OverviewLink {
  /// Seconds from each key until the title bar names the clip it leads to.
  private(set) var delays: [Double] = []
  private(set) var missing = 0
  /// How many tiles change in a second while no key is pressed, besides the one that plays.
  private(set) var turns = 0.0
  /// Bytes a second meanwhile.
  private(set) var rate = 0.0
  /// Seconds from `q` until the terminal has its own screen again.
  private(set) var quit: Double?

  private static let size = CellSize(columns: 120, rows: 40)

  init(_ clips: [String]) throws {
    let folder = try ScratchFolder()
    for (number, clip) in clips.enumerated() {
      _ = try Command.run("ln", [clip, folder.file("clip-\(number + 10).mp4")])
    }
    let profile = LinkProfile(rate: 250_000, delay: 0.05)
    let terminal = try profile.flick(
      ["--view", "overview", folder.path], screen: Self.size, isAnimated: true)
    terminal.run(for: 12)
    let still = (HostTime.now, HostTime.now + 4)
    terminal.run(for: 4)
    var presses: [(time: Double, target: Int)] = []
    var position = 0
    for step in 0..<40 {
      let isRight = step % 10 < 7
      position += isRight ? 1 : -2
      presses.append((terminal.press(isRight ? "\u{1B}[C" : "\u{1B}[D"), position))
      if !isRight { presses[presses.count - 1].time = terminal.press("\u{1B}[D") }
      // Sometimes as soon as the clip begins to play, sometimes while all tiles turn.
      terminal.run(for: [0.25, 0.4, 1, 1.7][step % 4])
    }
    let pressed = terminal.press("q")
    terminal.waitUntilGivenBack(timeout: 12)
    let recording = terminal.end()
    try look(at: recording, presses, still: still)
    quit = try FarScreen(recording, size: Self.size).timeGivenBack(after: pressed)
      .map { $0 - pressed }
  }

  private mutating func look(
    at recording: LinkRecording, _ presses: [(time: Double, target: Int)],
    still: (from: Double, to: Double)
  ) throws {
    let screen = try FarScreen(recording, size: Self.size)
    let layout = OverviewLayout(ScreenLayout(size: Self.size), zoom: 0, count: 20)
    var next = presses[...]
    var last: [Int: [UInt32?]] = [:]
    var (changes, first, end) = (0, 0, 0)
    while let (model, offset) = screen.next() {
      let time = recording.arrival(of: offset)
      if time < still.from { first = offset }
      if time < still.to { end = offset }
      for place in 1..<20 {
        let (columns, lines) = (layout.grid.columns, layout.grid.tileLines)
        let rect = layout.tile(line: place / columns * lines, column: place % columns)
        let colors = (rect.column..<(rect.column + rect.columns)).map { column in
          model.cell(column: column, row: rect.row + layout.thumbnailRows / 2).halves?.top
        }
        if let known = last[place], known != colors, time >= still.from, time < still.to {
          changes += 1
        }
        last[place] = colors
      }
      while let press = next.first, time >= press.time {
        // The next key has overtaken it.
        if let after = next.dropFirst().first, time >= after.time {
          missing += 1
          next.removeFirst()
          continue
        }
        guard model.text(row: Self.size.rows - 2).contains("clip-\(press.target + 10).mp4") else {
          break
        }
        delays.append(time - press.time)
        next.removeFirst()
      }
    }
    missing += next.count
    turns = Double(changes) / (still.to - still.from)
    rate = Double(end - first) / (still.to - still.from)
  }
}

/// Clips with beginnings that show nothing.
private enum OverviewStarts {
  static func make() throws -> [String] {
    try (0..<40).map { number in
      try ClipCache.clip("overview-start-1-\(number).mp4") { path in
        // What the clip shows, after a beginning of 5 to 45 % of its ten seconds.
        let content =
          "mandelbrot=size=640x360:rate=25:start_x=-0.7\(number + 10),hue=h=\(number * 9),"
          + "format=yuv420p"
        let start = 0.5 + Double(number / 8)
        let filter =
          switch number % 8 {
          case 0: "fade=in:st=\(start):d=0.5"
          case 1: "fade=in:st=\(start):d=0.5:color=white"
          case 2: "fade=in:st=0:d=\(start + 2)"
          case 3: "fade=in:st=0:d=\(start + 2):color=white"
          case 4: "gblur=sigma=60:enable='lt(t,\(start))'"
          case 5:
            "drawbox=c=black:t=fill:enable='lt(t,\(start))',drawbox=x=220:y=170:w=200:h=20"
              + ":c=white:t=fill:enable='lt(t,\(start))'"
          case 6: "drawbox=c=gray:t=fill:enable='lt(t,\(start))'"
          default: "fade=in:st=\(start):d=0.5,noise=alls=6:allf=t"
          }
        let status = try Command.run(
          "ffmpeg",
          ["-v", "error", "-y", "-f", "lavfi", "-i", content, "-t", "10", "-vf", filter]
            + ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "22", "-g", "50", path])
        if status != 0 { throw PtyError(call: "ffmpeg", number: status) }
      }
    }
  }

  /// Whether the chosen frame shows the clip's content: many colours, dark and bright, and edges.
  static func hasGoodThumbnail(_ clip: String) throws -> Bool {
    let source = try LibAVOpener().open(.file(FilePath(clip)), cancellation: CancellationToken())
    let size = PixelSize(width: 160, height: 90)
    let frame = try RepresentativeFrame.make(of: source, placing: { _ in (size, .whole) }).frame
    return frame.withPixels { pixels in
      var colors: Set<UInt32> = []
      var edges = 0
      for index in 1..<pixels.count {
        colors.insert(pixels[index] & 0xE0E0E0)
        let (left, right) = (Int(pixels[index - 1] >> 8 & 0xFF), Int(pixels[index] >> 8 & 0xFF))
        if abs(left - right) > 16 { edges += 1 }
      }
      return colors.count >= 20 && edges > pixels.count / 50
    }
  }
}

/// Clips that differ, each of four seconds.
private enum OverviewClips {
  static func make() throws -> [String] {
    try (0..<20).map { number in
      try ClipCache.clip("overview-1-\(number).mp4") { path in
        let picture =
          "mandelbrot=size=960x540:rate=25:start_x=-0.7\(number + 10):maxiter=300"
        let filter = "scale=1920:1080,hue=h=\(number * 18)"
        let status = try Command.run(
          "ffmpeg",
          ["-v", "error", "-y", "-f", "lavfi", "-i", picture, "-t", "4", "-vf", filter]
            + ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "20", "-g", "50"]
            + ["-pix_fmt", "yuv420p", path])
        if status != 0 { throw PtyError(call: "ffmpeg", number: status) }
      }
    }
  }
}

/// From the key for the overview until each tile has a picture.
private struct OverviewRun {
  /// Seconds from the key to the first picture of each tile, the earliest first.
  private(set) var times: [Double] = []
  /// Seconds, from the key to the end.
  private(set) var processorTime = 0.0

  private static let size = CellSize(columns: 160, rows: 58)

  init(_ folder: String, cache: String, tileCount: Int) throws {
    guard let model = TerminalModel(size: Self.size) else { return }
    let capture = try TerminalCapture(
      ["env", "XDG_CACHE_HOME=\(cache)"] + Player.flick([folder], sound: "null"), size: Self.size)
    capture.record(for: 2)
    for piece in capture.pieces { model.feed(piece.bytes) }
    let first = capture.pieces.count
    let before = capture.processorTime
    let start = capture.press(Array("v".utf8))
    capture.record(for: 3)
    processorTime = capture.processorTime - before
    _ = capture.end()
    let layout = OverviewLayout(ScreenLayout(size: Self.size), zoom: 0, count: tileCount)
    var rest = Set(0..<tileCount)
    var isOverview = false
    for piece in capture.pieces[first...] {
      model.feed(piece.bytes)
      _ = model.takeReplies()
      // Before, the page is on screen.
      isOverview = isOverview || model.contains("clip-29.mp4")
      guard isOverview, !model.isInsideSynchronizedUpdate else { continue }
      for place in rest {
        let (columns, lines) = (layout.grid.columns, layout.grid.tileLines)
        let rect = layout.tile(line: place / columns * lines, column: place % columns)
        // A tile without a picture has one colour.
        var colors: Set<UInt32> = []
        for column in rect.column..<(rect.column + rect.columns) {
          let halves = model.cell(column: column, row: rect.row + layout.thumbnailRows / 2).halves
          if let top = halves?.top { colors.insert(top) }
        }
        guard colors.count > 3 else { continue }
        rest.remove(place)
        times.append(piece.time - start)
      }
    }
  }
}

/// What others do with the same clips.
private enum OverviewPeers {
  /// By name of the program, as a shell command in the folder of the clips.
  static let all = [
    ("timg", "timg -ph --grid=5x4 -g160x56 --frames=1 *.mp4"),
    // It reads no video: FFmpeg has to make the frames.
    (
      "chafa",
      "for f in *.mp4; do ffmpeg -v error -ss 0.4 -i $f -frames:v 1 -f image2pipe -c:v bmp - |"
        + " chafa -f symbols -s 31x10 -; done"
    ),
    (
      "ffmpegthumbnailer",
      "ls *.mp4 | xargs -P 2 -I F ffmpegthumbnailer -i F -o /dev/null -c png -s 256"
    ),
  ]

  static func run(
    _ command: String, folder: String
  ) throws -> (duration: Double, processor: Double) {
    let start = HostTime.now
    let before = children
    _ = try Command.run("sh", ["-c", "cd \"$0\" && \(command)", folder])
    return (HostTime.now - start, children - before)
  }

  /// The processor time of programs that have ended, in seconds.
  private static var children: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }
}

/// A held key through an overview of many clips.
private struct OverviewScroll {
  /// Seconds from each key to the next frame.
  private(set) var delays: [Double] = []
  /// What memory has grown by since the overview was opened, in bytes.
  private(set) var growth = 0
  /// What open files have grown by.
  private(set) var descriptors = 0
  /// How many thumbnails were kept: those that were decoded.
  private(set) var thumbnails = 0

  private static let size = CellSize(columns: 160, rows: 58)

  init(_ clips: [String], count: Int) throws {
    let (folder, cache) = (try ScratchFolder(), try ScratchFolder())
    // Each a file of its own, though small ones share their content.
    _ = try Command.run(
      "sh",
      [
        "-c",
        "i=0; while [ $i -lt \(count) ]; do ln \"$1\" \"$0/clip-$((i + 10000)).mp4\"; i=$((i + 1)); done",
        folder.path, clips[0],
      ])
    let capture = try TerminalCapture(
      ["env", "XDG_CACHE_HOME=\(cache.path)"] + Player.flick([folder.path], sound: "null"),
      size: Self.size)
    capture.record(for: 2)
    _ = capture.press(Array("v".utf8))
    capture.record(for: 3)
    let before = (capture.residentMemory, Self.openFiles(capture.process.processID))
    let kept = try Self.files(in: cache.path)
    var next = capture.pieces.count
    for _ in 0..<150 {
      let pressed = capture.press(Array("\u{1B}[6~".utf8))
      capture.record(for: 0.033)
      if let piece = capture.pieces[next...].first { delays.append(piece.time - pressed) }
      next = capture.pieces.count
    }
    thumbnails = try Self.files(in: cache.path) - kept
    growth = capture.residentMemory - before.0
    descriptors = Self.openFiles(capture.process.processID) - before.1
    _ = capture.end()
  }

  private static func openFiles(_ process: pid_t) -> Int {
    var count = 0
    guard let folder = opendir("/proc/\(process)/fd") else { return 0 }
    while readdir(folder) != nil { count += 1 }
    closedir(folder)
    return count
  }

  private static func files(in folder: String) throws -> Int {
    let list = try ScratchFolder()
    _ = try Command.run(
      "find", [folder, "-type", "f"], standardOutput: list.file("list"))
    return Command.contents(of: list.file("list")).count { $0 == UInt8(ascii: "\n") }
  }
}
