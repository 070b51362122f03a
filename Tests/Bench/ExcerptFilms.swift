import Models
import TestSupport

/// Long films of known content.
enum ExcerptFilms {
  /// A film, and the times in which something happens in it, in seconds.
  struct Film {
    var path: String
    var events: [ClosedRange<Double>]
    /// How much of the excerpts should show one, at least: all, where nothing else happens.
    var share = 1.0
  }

  /// Two hours of 1080p: 64 scenes, each of a coded clip played again and again.
  ///
  /// - Parameters:
  ///   - name: Its name; the extension determines the container.
  ///   - hasChapters: Whether each scene is a chapter.
  static func coded(_ name: String, hasChapters: Bool = false) throws -> String {
    let clips = try CodedClip.make(count: 64)
    return try ClipCache.clip(name) { path in
      let folder = try ScratchFolder()
      let list = folder.file("list.txt")
      let lines = clips.flatMap { clip in (0..<28).map { _ in "file \(clip)" } }
      _ = try Command.run("printf", ["%s\n"] + lines, standardOutput: list)
      let marks = folder.file("marks.txt")
      let chapters = clips.indices.map { number in
        "[CHAPTER]\nTIMEBASE=1/1\nSTART=\(number * 112)\nEND=\(number * 112 + 112)\ntitle=\(number)"
      }
      _ = try Command.run(
        "printf", ["%s\n", ";FFMETADATA1"] + (hasChapters ? chapters : []), standardOutput: marks)
      try FFmpegCommand.run([
        "-f", "concat", "-safe", "0", "-i", list, "-i", marks, "-map", "0", "-map_metadata", "1",
        "-c", "copy", path,
      ])
    }
  }

  /// Twelve films, the smaller ones in the container that is the hardest for them.
  static func known() throws -> [Film] {
    let minute = [2_000.0...2_060]
    let visits = [
      9_000.0...9_020, 9_200...9_220, 30_000...30_020, 41_000...41_020, 70_000...70_020,
    ]
    let slides = [303.0, 707, 1_101, 1_506, 1_904, 2_303, 2_708, 3_102].map { $0...($0 + 1) }
    let bright = [100.0...1_150, 2_450...3_500]
    return try [
      still("minute.mkv", minute), still("minute.mp4", minute), still("minute.ts", minute),
      still("minute.avi", minute, ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p"]),
      // A camera in the dark, whose noise takes most of the bytes.
      still("noisy.mp4", minute, noise: 12),
      still("day.mkv", visits, length: 86_400, rate: 1),
      still("day.ts", visits, length: 86_400, rate: 1),
      still("slides.mp4", slides, ["-g", "50"], isSlides: true),
      // Only the ends of one hour are not black.
      busy("black.mkv", blank: "black", bright), busy("white.ts", blank: "white", bright),
      busy("busy.mp4", blank: nil, [0...3_600]), chapters(),
    ]
  }

  /// Five events in half an hour, in all containers; in noise of some levels, and at a constant rate.
  static func hidden() throws -> [Film] {
    let events = [212.0...232, 533...545, 871...901, 1_207...1_219, 1_650...1_666]
    let times = events.map { "between(t,\($0.lowerBound),\($0.upperBound))" }
      .joined(separator: "+")
    let kinds: [(noise: Int, isConstant: Bool, containers: [String])] = [
      (0, false, ["mp4", "mkv", "ts"]), (4, false, ["mp4", "ts"]),
      (8, false, ["mp4", "mkv", "ts"]),
      (12, false, ["mp4", "ts"]), (8, true, ["mp4", "ts"]), (0, true, ["ts"]), (12, true, ["mkv"]),
    ]
    return try kinds.flatMap { kind in
      try kind.containers.map { container in
        let name = "hidden\(kind.noise)\(kind.isConstant ? "c" : "").\(container)"
        let path = try ClipCache.clip(name) { path in
          try FFmpegCommand.run(
            [
              "-f", "lavfi", "-i", "smptehdbars=s=320x180:r=10:d=1800", "-f", "lavfi", "-i",
              "testsrc2=s=320x180:r=10:d=1800", "-filter_complex",
              "[1]crop=60:60[box];[0][box]overlay=x='mod(t*20,240)':y=60:enable='\(times)',noise=alls=\(kind.noise):allf=t[v]",
              "-map", "[v]", "-c:v", "libx264", "-preset", "veryfast", "-g", "100", "-pix_fmt",
              "yuv420p",
            ]
              + (kind.isConstant
                ? [
                  "-b:v", "400k", "-minrate", "400k", "-maxrate", "400k", "-bufsize", "400k",
                  "-x264-params", "nal-hrd=cbr",
                ] : []) + [path])
        }
        return Film(path: path, events: events)
      }
    }
  }

  private static func still(
    _ name: String, _ events: [ClosedRange<Double>], _ more: [String] = [], length: Int = 3_600,
    rate: Int = 5, noise: Int = 0, isSlides: Bool = false
  ) throws -> Film {
    let times = events.map { "between(t,\($0.lowerBound),\($0.upperBound))" }
      .joined(separator: "+")
    // Slides change at once and stay; others move all along.
    let scene =
      isSlides
      ? "[0]hue=h='40*(\(events.map { "gte(t,\($0.lowerBound))" }.joined(separator: "+")))'[v]"
      : "[1]crop=60:60[box];[0][box]overlay=x='mod(t*20,100)':y=20:enable='\(times)'[v]"
    let path = try ClipCache.clip("film-\(name)") { path in
      try FFmpegCommand.run(
        [
          "-f", "lavfi", "-i", "smptehdbars=s=160x90:r=\(rate):d=\(length)", "-f", "lavfi", "-i",
          "testsrc2=s=160x90:r=\(rate):d=\(length)", "-filter_complex",
          scene + (noise > 0 ? ";[v]noise=alls=\(noise):allf=t[n]" : ""), "-map",
          noise > 0 ? "[n]" : "[v]", "-preset", "veryfast", "-pix_fmt", "yuv420p",
        ] + more + [path])
    }
    return Film(path: path, events: events)
  }

  private static func busy(
    _ name: String, blank: String?, _ bright: [ClosedRange<Double>]
  ) throws -> Film {
    let times = bright.map { "between(t,\($0.lowerBound),\($0.upperBound))" }.joined(separator: "+")
    let path = try ClipCache.clip("film-\(name)") { path in
      try FFmpegCommand.run([
        "-f", "lavfi", "-i", "color=\(blank ?? "gray"):s=160x90:r=5:d=3600", "-f", "lavfi", "-i",
        "testsrc2=s=160x90:r=5:d=3600,hue=h=t/10", "-filter_complex",
        "[0][1]overlay=enable='\(times)'[v]", "-map", "[v]", "-preset", "veryfast", "-pix_fmt",
        "yuv420p", path,
      ])
    }
    return Film(path: path, events: bright)
  }

  private static func chapters() throws -> Film {
    let film = try busy("busy.mp4", blank: nil, [0...3_600])
    let starts = (0..<9).map { Double($0) * 400 }
    let path = try ClipCache.clip("film-chapters.mp4") { path in
      let folder = try ScratchFolder()
      let marks = folder.file("marks.txt")
      let texts = starts.map {
        "[CHAPTER]\nTIMEBASE=1/1\nSTART=\(Int($0))\nEND=\(Int($0) + 400)\ntitle=part"
      }
      _ = try Command.run("printf", ["%s\n", ";FFMETADATA1"] + texts, standardOutput: marks)
      try FFmpegCommand.run([
        "-i", film.path, "-i", marks, "-map", "0", "-map_metadata", "1", "-c", "copy", path,
      ])
    }
    return Film(path: path, events: starts.map { $0...($0 + 60) })
  }
}
