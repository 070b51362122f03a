import TestSupport

/// A clip that flashes and beeps at every full second.
enum SyncClip {
  /// How long it is, in seconds.
  static let duration = 4
  static let sampleRate = 48_000

  /// Makes one in H.264 and AAC.
  ///
  /// - Parameters:
  ///   - path: Where.
  ///   - delay: By how much each beep follows its flash, in seconds.
  static func make(_ path: String, delay: Double = 0) throws {
    let beep =
      "if(between(mod(t,1),\(delay),\(delay + 0.05)),0.8*sin(2*PI*1000*(t-\(delay))),0)"
    try FFmpegCommand.run([
      "-f", "lavfi", "-i", "color=c=black:s=320x180:r=30:d=\(duration)",
      "-f", "lavfi", "-i", "aevalsrc='\(beep)':s=\(sampleRate):d=\(duration)",
      "-vf", "drawbox=c=white:t=fill:enable='lt(mod(t,1),0.0666)'",
      "-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-g", "30",
      "-c:a", "aac", "-b:a", "160k", "-ac", "2", path,
    ])
  }
}
