import Models
import TestSupport

/// Clips of 1080p with 30 frames and 5 Mbit a second, with sound, in six colours.
enum MachineClips {
  static let count = 24
  static let filmCount = Tint.allCases.count

  /// The colour of a clip.
  static func tint(_ number: Int) -> Tint { Tint.allCases[number % Tint.allCases.count] }

  /// The colours of a film: that of its first 32 s, and that of its last 16 s.
  static func filmTints(_ number: Int) -> (start: Tint, end: Tint) {
    (tint(number), tint(number + Tint.allCases.count / 2))
  }

  /// Makes 24 clips of 10 s in the folder `clips`, every other one with its index at the end, and
  /// six films of 48 s, longer than what is cached of one, in the folder `films`.
  static func make(in folder: ScratchFolder) throws {
    let sources = try Tint.allCases.map { tint in
      try ClipCache.clip("machine-\(tint).mp4") { try encode(tint, to: $0) }
    }
    _ = try Command.run("mkdir", [folder.file("clips"), folder.file("films")])
    for number in 0..<count {
      // Of the same colour, but never the same frame at the same time.
      let start = number / sources.count * 2
      let input = ["-ss", "\(start)", "-t", "10", "-i", sources[number % sources.count]]
      let index = number.isMultiple(of: 2) ? ["-movflags", "+faststart"] : []
      try FFmpegCommand.run(
        input + ["-c", "copy"] + index + [folder.file("clips/\(number + 10).mp4")])
    }
    for number in 0..<filmCount {
      let tints = filmTints(number)
      let parts = [tints.start, tints.start, tints.end].map { "file '\(sources[$0.rawValue])'\n" }
      let list = folder.file("parts")
      try Array(parts.joined().utf8).write(to: list)
      try FFmpegCommand.run([
        "-f", "concat", "-safe", "0", "-i", list, "-c", "copy",
        folder.file("films/\(number + 10).mp4"),
      ])
    }
  }

  /// Encodes 16 s of one colour: with noise, which needs the bit rate, and a keyframe every 2 s.
  private static func encode(_ tint: Tint, to path: String) throws {
    try FFmpegCommand.run([
      "-f", "lavfi", "-i", "testsrc2=s=1920x1080:r=30",
      "-f", "lavfi", "-i", "sine=frequency=\(220 + 40 * tint.rawValue):sample_rate=48000",
      "-t", "16",
      "-vf", "noise=alls=24:allf=t,format=gbrp,\(tint.filter),\(TestClips.tags("bt709"))",
      "-colorspace", "bt709", "-color_range", "tv",
      "-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-b:v", "5M", "-maxrate",
      "5M", "-bufsize", "5M", "-g", "60", "-sc_threshold", "0", path,
    ])
  }
}
