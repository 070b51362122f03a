import Glibc
import Models
import TestSupport

/// A folder of two hundred clips of all kinds and sizes, of which every tenth is broken.
struct SoakFeed {
  static let count = 200

  let folder: ScratchFolder
  /// The files' names, in the order of the feed; none is part of another.
  let names: [String]

  /// Makes the folder; the clips are links to some that were made once.
  ///
  /// - Throws: What `ffmpeg` or the file system throws.
  init() throws {
    let whole = Self.recipes.compactMap { recipe in
      // An encoder may be missing; the others do.
      try? ClipCache.clip("soak-\(recipe.name)") { path in
        try FFmpegCommand.run(recipe.arguments + [path])
      }
    }
    guard whole.count > 3 else { throw Failure.noEncoders }
    folder = try ScratchFolder()
    var names: [String] = []
    for number in 0..<Self.count {
      let original = whole[number % whole.count]
      let name = "clip\(number + 1_000).\(original.split(separator: ".").last ?? "mp4")"
      let path = folder.file(name)
      if number % 10 == 5 {
        try Damage.allCases[number / 10 % Damage.allCases.count].write(original, to: path)
      } else {
        guard symlink(original, path) == 0 else { throw Failure.file(path) }
      }
      names.append(name)
    }
    self.names = names
  }

  /// Serves the clips, and a feed that names them.
  ///
  /// - Returns: The feed's address.
  func serve(by server: WebServer) -> String {
    let entries = names.map { name in
      server.serve("/\(name)", Command.contents(of: folder.file(name)))
      return #"{"id": "\#(name)", "title": "\#(name)", "attachments": [{"url": "\#(name)"}]}"#
    }
    let feed =
      #"{"version": "https://jsonfeed.org/version/1.1", "items": [\#(entries.joined(separator: ","))]}"#
    server.serve("/feed.json", Array(feed.utf8)) { $0.type = "application/feed+json" }
    return "http://127.0.0.1:\(server.port)/feed.json"
  }

  /// Why there is no feed.
  enum Failure: Error {
    case noEncoders
    case file(String)
  }

  private struct Recipe {
    let name: String
    let arguments: [String]

    init(
      _ name: String, _ width: Int, _ height: Int, seconds: Double = 3, sound: Bool = true,
      _ codec: [String]
    ) {
      self.name = name
      var arguments = ["-f", "lavfi", "-i", "testsrc2=s=\(width)x\(height):r=30"]
      if sound { arguments += ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000"] }
      self.arguments = arguments + ["-t", "\(seconds)", "-pix_fmt", "yuv420p"] + codec
    }

    init(_ name: String, _ arguments: [String]) {
      self.name = name
      self.arguments = arguments
    }
  }

  private static let h264 = ["-c:v", "libx264", "-preset", "veryfast", "-g", "30"]

  private static let recipes = [
    Recipe("h264-720.mp4", 1_280, 720, h264),
    Recipe("h264-360.mkv", 640, 360, h264),
    Recipe("portrait.mp4", 360, 640, h264),
    Recipe("stream.ts", 640, 360, h264),
    Recipe(
      "vp9.webm", 640, 360, ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8"]),
    Recipe("vp8.webm", 320, 240, ["-c:v", "libvpx", "-deadline", "realtime"]),
    Recipe("h264-1080.mp4", 1_920, 1_080, h264),
    Recipe("mpeg4.avi", 640, 480, ["-c:v", "mpeg4", "-c:a", "mp3"]),
    Recipe("mpeg2.mpg", 720, 576, ["-c:v", "mpeg2video", "-r", "25"]),
    Recipe("hevc.mp4", 640, 360, ["-c:v", "libx265", "-preset", "ultrafast"]),
    Recipe("silent.mov", 640, 360, sound: false, ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p"]),
    Recipe("flash.flv", 480, 270, ["-c:v", "flv", "-ar", "44100"]),
    Recipe("animation.gif", 240, 180, seconds: 1, sound: false, ["-pix_fmt", "pal8"]),
    Recipe("still.png", ["-f", "lavfi", "-i", "testsrc2=s=800x600", "-frames:v", "1"]),
    Recipe("still.jpg", ["-f", "lavfi", "-i", "testsrc2=s=1600x1200", "-frames:v", "1"]),
    Recipe("short.mp4", 320, 180, seconds: 0.4, h264),
    Recipe("tone.wav", ["-f", "lavfi", "-i", "sine=frequency=440:duration=3"]),
    Recipe("tone.mp3", ["-f", "lavfi", "-i", "sine=frequency=440:duration=3"]),
  ]
}

/// What may have happened to a file.
private enum Damage: CaseIterable {
  /// Its first tenth is left.
  case cutShort
  case empty
  /// A kilobyte in its middle is zeros.
  case hole
  /// Its first bytes are others.
  case strangeHeader
  /// It is text.
  case text

  func write(_ original: String, to path: String) throws {
    var bytes = Command.contents(of: original)
    switch self {
    case .cutShort: bytes.removeLast(bytes.count - bytes.count / 10)
    case .empty: bytes = []
    case .hole:
      for index in (bytes.count / 2)..<min(bytes.count / 2 + 1_024, bytes.count) {
        bytes[index] = 0
      }
    case .strangeHeader:
      for index in bytes.indices.prefix(64) { bytes[index] ^= 0x5A }
    case .text: bytes = Array(String(repeating: "Not a clip at all.\n", count: 100).utf8)
    }
    guard let file = fopen(path, "w") else { throw SoakFeed.Failure.file(path) }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
}
