import Glibc
import Models
import TestSupport
import Testing

/// What a terminal shows at the end of each synchronised update during playback.
@Suite(.ownThreads) struct TearingTests {
  private static let begin = Array("\u{1B}[?2026h".utf8)
  private static let end = Array("\u{1B}[?2026l".utf8)
  private static let grid = PixelSize(width: 28, height: 16)
  private static let count = 90

  /// Checks the frame's number and its content: a part of another frame would show in both.
  @Test func everyUpdateShowsOneFrameOfTheClip() throws {
    let folder = try ScratchFolder()
    let clip = folder.file("numbered.mp4")
    try Self.makeClip(clip, in: folder)
    // 80 x 44 pixels hold a frame of 77 x 44.
    let shownSize = PixelSize(width: 77, height: 44)
    let references = try FFmpegCommand.frames(of: clip, size: shownSize, count: Self.count)

    let flick = try FlickProcess(["--loop", "off", "--quality", "exact", clip])
    #expect(flick.waitUntil { $0.contains("numbered.mp4") })
    var generator = SeededGenerator(seed: Fuzz.seed)
    // The terminal falls behind at times. When is random on purpose.
    for round in 0..<600 {
      // On a busy machine it takes more rounds to get as many frames.
      if round >= 60, Self.updates(of: flick.output).count > 40 { break }
      flick.run(for: Double(generator.int(0..<60)) / 1000)
      usleep(UInt32(generator.int(0..<60)) * 1000)
    }
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])

    var numbers: [Int] = []
    let model = try #require(TerminalModel(size: CellSize(columns: 80, rows: 24)))
    for update in Self.updates(of: flick.output) {
      model.feed(update)
      let shown = model.pixels.cropped(x: 1..<78, y: 0..<44)
      let code = GridCode(shown.buffer, shape: .landscape)
      // There is no frame at first, and the first one may be coarse.
      guard code.isReadable else {
        #expect(numbers.isEmpty, "an image after \(numbers) cannot be read")
        continue
      }
      guard let reference = references.indices.contains(code.number) ? references[code.number] : nil
      else {
        Issue.record("the clip has no frame \(code.number)")
        return
      }
      let ratio = shown.psnr(against: reference)
      #expect(
        ratio > 30 || numbers.isEmpty,
        "picture \(code.number): \(ratio) dB, seed \(Fuzz.seed)")
      numbers.append(code.number)
    }
    #expect(numbers == numbers.sorted(), "frames go backwards, seed \(Fuzz.seed)")
    #expect(Set(numbers).count > 5, "\(numbers)")
  }

  private static func makeClip(_ path: String, in folder: ScratchFolder) throws {
    let raw = folder.file("numbered.rgb0")
    let file = try #require(fopen(raw, "we"))
    for number in 0..<count {
      let frame = GridCode.frame(number, shape: .landscape, size: grid)
      frame.withPixels { pixels in _ = fwrite(pixels.baseAddress, 4, pixels.count, file) }
    }
    fclose(file)
    try FFmpegCommand.run([
      "-f", "rawvideo", "-pix_fmt", "rgb0", "-s", "\(grid.width)x\(grid.height)", "-r", "30",
      "-i", raw, "-vf", "scale=224:128:flags=neighbor", "-c:v", "libx264", "-preset", "veryfast",
      "-crf", "4", "-pix_fmt", "yuv420p", path,
    ])
  }

  /// Splits a stream after each synchronised update, up to where the terminal is restored.
  private static func updates(of stream: [UInt8]) -> [[UInt8]] {
    // The restore sequence begins with CAN.
    let stream = stream.prefix { $0 != 0x18 }
    var updates: [[UInt8]] = []
    var start = 0
    for index in stream.indices where stream[index] == 0x1B {
      if stream[index...].starts(with: begin), index > start {
        #expect(index - start < 64 || updates.isEmpty, "drawn outside an update")
      } else if stream[index...].starts(with: end) {
        updates.append(Array(stream[start..<(index + end.count)]))
        start = index + end.count
      }
    }
    return updates
  }
}

extension PixelGrid {
  /// The buffer as decoded, black where there is no pixel.
  fileprivate var buffer: PixelBuffer {
    PixelBuffer(
      size: size,
      pixels: pixels.map { pixel in
        let pixel = pixel ?? 0
        return pixel >> 16 & 0xFF | pixel & 0xFF00 | (pixel & 0xFF) << 16
      })
  }
}
