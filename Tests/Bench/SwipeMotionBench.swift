import AppFeature
import Glibc
import Graphics
import Models
import TerminalCore
import TerminalUI
import TestSupport

extension Benchmark {
  /// What a page takes that slides onto the screen, against one whole frame of it, over all natural
  /// clips, each after the other: no program, no time but made up.
  static let swipeMotion = Benchmark(name: "swipe.motion") { report in
    guard let clips = report.clips else {
      print("# swipe.motion: needs --clips")
      return
    }
    for screen in [CellSize(columns: 80, rows: 24), CellSize(columns: 160, rows: 48)] {
      let pages = clips.all.compactMap { MotionClip($0, screen: screen) }
      guard pages.count > 1 else { return }
      for quality in [FrameQuality.high, .medium] {
        let swipes = pages.indices.map {
          SwipeBytes(from: pages[$0], to: pages[($0 + 1) % pages.count], quality: quality)
        }
        add(swipes, as: "swipe.motion.\(screen.columns)x\(screen.rows).\(quality)", to: &report)
      }
    }
  }

  private static func add(_ swipes: [SwipeBytes], as name: String, to report: inout Report) {
    func add(_ label: String, _ values: [Double], _ unit: String) {
      report.add("\(name).\(label)", values.reduce(0, +) / Double(values.count), unit)
      report.add("\(name).\(label).max", values.max() ?? 0, unit)
    }
    add("frame", swipes.map { Double($0.frame) / Double($0.cells) }, "B/cell")
    for (label, bytes) in [
      ("cut", \SwipeBytes.cut), ("motion", \.motion), ("motion.playing", \.playingMotion),
      ("motion.refined", \.refinedMotion),
      ("motion.first", \.firstStep), ("motion.longest", \.longestStep),
    ] as [(String, KeyPath<SwipeBytes, Int>)] {
      add(label, swipes.map { Double($0[keyPath: bytes]) / Double($0.frame) }, "of a frame")
    }
    report.add(
      "\(name).motion.all",
      Double(swipes.map(\.motion).reduce(0, +))
        / Double(swipes.map(\.frame).reduce(0, +)), "of a frame")
    add("decibels.lost", swipes.map { max($0.frameDecibels - $0.motionDecibels, 0) }, "dB")
    report.add("\(name).steps", Double(swipes.map(\.steps).max() ?? 0), "steps")
    report.add("\(name).count", Double(swipes.count), "swipes")
  }
}

/// The frames of a clip as a page of the screen has them.
struct MotionClip {
  let screen: CellSize
  let frames: [PixelBuffer]

  static let count = 20

  /// Decodes a clip; `nil` if it has not enough frames.
  init?(_ path: String, screen: CellSize) {
    self.screen = screen
    let size = PixelSize(width: screen.columns, height: (screen.rows - 2) * 2)
    guard let folder = try? ScratchFolder() else { return nil }
    let file = folder.file("pictures.rgb")
    let shape = "\(size.width):\(size.height)"
    for start in ["5", "0"] {
      try? FFmpegCommand.run([
        "-ss", start, "-i", path, "-an", "-frames:v", "\(Self.count)",
        "-vf",
        "fps=30,scale=\(shape):force_original_aspect_ratio=decrease"
          + ":flags=area+full_chroma_int+full_chroma_inp+accurate_rnd,"
          + "pad=\(shape):(ow-iw)/2:(oh-ih)/2",
        "-f", "rawvideo", "-pix_fmt", "rgb24", file,
      ])
      if let raw = RawFrames(path: file, size: size), raw.frames.count == Self.count {
        frames = raw.frames
        return
      }
    }
    return nil
  }
}

/// One swipe in three ways, and what each of them sends.
struct SwipeBytes {
  let cells: Int
  /// The new page on a screen of which nothing is known.
  private(set) var frame = 0
  private(set) var frameDecibels = 0.0
  /// The new page over the old one.
  private(set) var cut = 0
  /// The new page slides in.
  private var sums: [Way: Int] = [:]
  private(set) var motionDecibels = 0.0
  private(set) var steps = 0
  private(set) var firstStep = 0
  private(set) var longestStep = 0

  /// Ways in which a page can slide.
  private enum Way: CaseIterable {
    /// With its first frame.
    case usual
    /// The same, and what is inexact becomes more exact as in frames that do not move.
    case refined
    /// It plays.
    case playing
  }

  var motion: Int { sums[.usual] ?? 0 }
  var refinedMotion: Int { sums[.refined] ?? 0 }
  var playingMotion: Int { sums[.playing] ?? 0 }

  /// Status requests, begin and end of an update, and what puts cursor and pen back.
  private static let framing = 30

  init(from old: MotionClip, to new: MotionClip, quality: FrameQuality) {
    let screen = old.screen
    cells = screen.columns * (screen.rows - 2)
    let chrome = CellRect(column: 0, row: screen.rows - 2, columns: screen.columns, rows: 2)
    let area = CellRect(column: 0, row: 0, columns: screen.columns, rows: screen.rows - 2)
    var page = Surface(size: screen)
    var output: [UInt8] = []
    func send(
      _ surface: Surface, by encoder: inout FrameEncoder, scroll: RowScroll? = nil,
      isMoving: Bool = false
    ) -> Int {
      output.removeAll(keepingCapacity: true)
      encoder.forgetPen()
      if let scroll { _ = encoder.scroll(scroll, masking: [chrome], into: &output) }
      encoder.isMoving = isMoving
      _ = encoder.encode(surface, masking: [chrome], byteLimit: nil, into: &output)
      return output.count + Self.framing
    }
    func decibels(_ encoder: FrameEncoder) -> Double {
      let mean = Double(encoder.squaredError(against: page)) / Double(cells * 6)
      return min(10 * log10(255 * 255 / max(mean, 1e-9)), 99)
    }

    var shown = FrameEncoder(size: screen, depth: .trueColor)
    shown.lambda = quality.lambda
    var unknown = shown
    for frame in old.frames {
      page.drawFrame(frame, in: area)
      _ = send(page, by: &shown)
    }
    let last = page
    page.drawFrame(new.frames[0], in: area)
    frame = send(page, by: &unknown)
    frameDecibels = decibels(unknown)
    var over = shown
    cut = send(page, by: &over)

    for way in Way.allCases {
      var encoder = shown
      var motion = PageMotion()
      motion.begin(
        .page(1), after: .page(0), .forwards, from: last,
        rows: 0..<area.rows, stride: 1, at: 0)
      var sizes: [Int] = []
      while !motion.hasArrived {
        if way == .playing { page.drawFrame(new.frames[sizes.count / 2], in: area) }
        let scroll = motion.step(page, at: Double(sizes.count) * Slide.interval)
        sizes.append(
          send(motion.screen, by: &encoder, scroll: scroll, isMoving: way != .refined))
      }
      sums[way] = sizes.reduce(0, +)
      guard way == .usual else { continue }
      motionDecibels = decibels(encoder)
      steps = sizes.count
      firstStep = sizes[0]
      longestStep = sizes.max() ?? 0
    }
  }
}
