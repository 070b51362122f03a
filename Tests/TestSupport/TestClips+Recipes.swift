import Models

extension TestClips {
  /// A frame source of known colours, as arguments of the ffmpeg command.
  ///
  /// The frame is divided into 4 x 4 fields. Those in the corners are red, green (right), blue
  /// (below) and white; the four in the middle are gray, `patternGray(n)` in frame n; the rest are
  /// black.
  ///
  /// - Parameters:
  ///   - size: Size of the frame.
  ///   - rate: Frames per second.
  ///   - seconds: Duration.
  ///   - filters: Further filters, each with a leading comma, such as `,setsar=2`.
  /// - Returns: Arguments that make the pattern an input.
  package static func pattern(
    _ size: PixelSize, rate: Int = 25, seconds: Double = 2, filters: String = ""
  ) -> [String] {
    let middle = "between(X,1,2)*between(Y,1,2)*(24+8*mod(N,25))"
    let red = "255*(eq(X,0)*eq(Y,0)+eq(X,3)*eq(Y,3))+\(middle)"
    let green = "255*(eq(X,3)*eq(Y,0)+eq(X,3)*eq(Y,3))+\(middle)"
    let blue = "255*(eq(X,0)*eq(Y,3)+eq(X,3)*eq(Y,3))+\(middle)"
    return [
      "-f", "lavfi", "-i",
      "color=black:s=4x4:r=\(rate):d=\(seconds),format=gbrp,"
        + "geq=r='\(red)':g='\(green)':b='\(blue)',"
        + "scale=\(size.width):\(size.height):flags=neighbor,setsar=1\(filters)",
    ]
  }

  /// The gray in the middle of the pattern's frame `number`, from 0 to 255.
  package static func patternGray(_ number: Int) -> Int { 24 + 8 * (number % 25) }

  /// A sound source, as arguments of the ffmpeg command: silence with a beep of 1 kHz and 50 ms at
  /// each full second.
  package static func beeps(seconds: Double = 2, rate: Int = 48_000, channels: Int = 2) -> [String]
  {
    let wave = "if(lt(mod(t,1),0.05),0.8*sin(2*PI*1000*t),0)"
    let waves = Array(repeating: wave, count: channels).joined(separator: "|")
    return ["-f", "lavfi", "-i", "aevalsrc='\(waves)':s=\(rate):d=\(seconds)"]
  }

  /// H.264 with reordered frames and a keyframe every second, at 25 frames per second.
  package static let h264 = [
    "-c:v", "libx264", "-preset", "veryfast", "-crf", "10", "-bf", "2", "-g", "25",
    "-pix_fmt", "yuv420p",
  ]

  /// Portrait H.264 and AAC in MP4: 96 x 160, 25 frames per second, 2 s.
  package static func portrait() throws -> FilePath {
    try make(
      "portrait.mp4",
      pattern(PixelSize(width: 96, height: 160)) + beeps() + h264 + ["-c:a", "aac"])
  }

  /// Landscape VP9 and Opus in WebM: 160 x 96, 25 frames per second, 2 s.
  package static func landscape() throws -> FilePath {
    try make(
      "landscape.webm",
      pattern(PixelSize(width: 160, height: 96)) + beeps() + [
        "-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-crf", "10", "-b:v", "0",
        "-g", "25", "-pix_fmt", "yuv420p", "-c:a", "libopus",
      ])
  }

  /// Landscape H.264 in MP4 without sound: 160 x 96, 25 frames per second.
  package static func silent(seconds: Double = 2) throws -> FilePath {
    try make(
      "silent.mp4", pattern(PixelSize(width: 160, height: 96), seconds: seconds) + h264)
  }

  /// A clip in MP4 with a display matrix in its first track's header.
  ///
  /// - Parameters:
  ///   - matrix: The factors a, b, c, d; a point (x, y) is shown at (ax + cy, bx + dy).
  ///   - original: The clip without the matrix; `silent` if `nil`.
  /// - Returns: Path of the file.
  /// - Throws: `Failure`.
  package static func turned(
    _ matrix: (a: Int32, b: Int32, c: Int32, d: Int32), _ original: FilePath? = nil
  ) throws -> FilePath {
    try change("turned.mp4", from: original ?? silent(), key: "\(matrix)") { bytes in
      let header = Array("tkhd".utf8)
      guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: header) }) else {
        throw Failure(arguments: ["tkhd"], message: "no track header")
      }
      // ISO/IEC 14496-12, 8.3.2, version 0: the matrix follows 40 bytes of other fields.
      for (index, factor) in [(0, matrix.a), (1, matrix.b), (3, matrix.c), (4, matrix.d)] {
        let value = UInt32(bitPattern: factor << 16)
        for byte in 0..<4 {
          bytes[start + 44 + index * 4 + byte] = UInt8(value >> (24 - 8 * byte) & 0xFF)
        }
      }
    }
  }

  /// A clip in MP4 to be rotated clockwise for display.
  ///
  /// - Parameters:
  ///   - degrees: 90, 180 or 270.
  ///   - original: The clip without rotation.
  /// - Throws: `Failure`.
  package static func turned(degrees: Int, _ original: FilePath) throws -> FilePath {
    let matrices: [Int: (a: Int32, b: Int32, c: Int32, d: Int32)] = [
      90: (0, 1, -1, 0), 180: (-1, 0, 0, -1), 270: (0, -1, 1, 0),
    ]
    return try turned(matrices[degrees] ?? (1, 0, 0, 1), original)
  }

  /// A filter that sets the colour metadata of frames, in ffmpeg's names. Since 7.1 ffmpeg ignores
  /// its encoder options (`-colorspace` and others) where the frames have none.
  package static func tags(
    _ matrix: String, _ primaries: String = "unknown", _ transfer: String = "unknown"
  ) -> String {
    "setparams=colorspace=\(matrix):color_primaries=\(primaries):color_trc=\(transfer)"
  }

  /// A white flash together with a beep at each full second: 160 x 96, 30 frames per second, 4 s.
  package static func flashAndBeep() throws -> FilePath {
    try make(
      "flash.mp4",
      [
        "-f", "lavfi", "-i",
        "color=black:s=160x96:r=30:d=4,drawbox=c=white:t=fill:enable='lt(mod(t,1),0.0666)'",
      ] + beeps(seconds: 4) + h264 + ["-c:a", "aac"])
  }
}
