import Models
import Platform
import TestSupport

/// Looking for the twelve seconds in two hours in which something happens, as a user does.
struct ExcerptHunt {
  /// What is filmed: a picture that stands still, or the noise of a sensor in the dark.
  enum Scene: String, CaseIterable {
    case still, night
  }

  /// How one looks: by a key that is pressed again after each glance, another one after the first, or
  /// one that is held down.
  enum Way: String, CaseIterable {
    case excerpts, events, held
  }

  static let event = 5_233.0...5_245

  /// Seconds from the first key until the position is in the event, as the seek bar says; infinity if
  /// it was passed over, `nil` if it was never reached.
  let time: Double?
  /// How often the key was pressed by then.
  let presses: Int

  private static let size = CellSize(columns: 100, rows: 30)
  /// Longer than anyone looks, in seconds.
  private static let patience = 40.0
  /// Keys repeat so often when they are held, in seconds.
  private static let repeatInterval = 1.0 / 30
  /// How long one looks at a picture, in seconds.
  private static let glance = 0.5

  private static func film(_ scene: Scene) throws -> String {
    try ClipCache.clip("hunt-\(scene).mkv") { path in
      let times = "between(t,\(event.lowerBound),\(event.upperBound))"
      let (ground, noise) =
        switch scene {
        case .still: ("smptehdbars=s=320x180", "null")
        case .night: ("color=0x101214:s=320x180", "noise=alls=4:allf=t")
        }
      try FFmpegCommand.run([
        "-f", "lavfi", "-i", "\(ground):r=10:d=7200", "-f", "lavfi", "-i",
        "testsrc2=s=320x180:r=10:d=7200", "-filter_complex",
        "[1]crop=60:60[box];[0][box]overlay=x='mod(t*20,200)':y=60:enable='\(times)',\(noise)[v]",
        "-map", "[v]", "-preset", "veryfast", "-pix_fmt", "yuv420p", path,
      ])
    }
  }

  /// Goes for it.
  init(in scene: Scene, by way: Way) throws {
    let film = try Self.film(scene)
    let (first, then, pause) =
      switch way {
      case .excerpts: ("e", "\u{1B}[B", Self.glance)
      case .events: (";", ";", Self.glance)
      case .held: ("\u{1B}[C", "\u{1B}[C", Self.repeatInterval)
      }
    let command = Player.flick.command([film], Self.size) + ["--only", "--no-history"]
    let capture = try TerminalCapture(command, size: Self.size)
    guard let model = TerminalModel(size: Self.size) else {
      (time, presses) = (nil, 0)
      return
    }
    capture.record(for: 2)
    var next = 0
    var count = 1
    var found: Double?
    let start = capture.press(Array(first.utf8))
    while found == nil, HostTime.now < start + Self.patience {
      capture.record(for: pause)
      while next < capture.pieces.count, found == nil {
        model.feed(capture.pieces[next].bytes)
        _ = model.takeReplies()
        let position = Self.position(in: model.text(row: Self.size.rows - 1))
        if let position, position >= Self.event.lowerBound - 6 {
          found = capture.pieces[next].time - start
          if position > Self.event.upperBound { found = .infinity }
        }
        next += 1
      }
      guard found == nil else { break }
      _ = capture.press(Array(then.utf8))
      count += 1
    }
    _ = capture.end()
    (time, presses) = (found, count)
  }

  /// The first time in the seek bar, in seconds.
  private static func position(in row: String) -> Double? {
    guard let clock = row.firstMatch(of: #/(?:(\d+):)?(\d+):(\d\d) /#) else { return nil }
    let parts = [clock.1, clock.2, clock.3].map { $0.flatMap { Double($0) } ?? 0 }
    return parts[0] * 3_600 + parts[1] * 60 + parts[2]
  }
}
