import Glibc
import Graphics
import Models
import Platform
import TestSupport

/// A clip sent through the encoder as the renderer sends it, without a program around it.
struct EncodingRun {
  /// Bytes a frame, the first one included.
  private(set) var bytes = 0.0
  /// Seconds of processor time a frame: pixels into cells, cells into bytes, bytes into a terminal.
  private(set) var drawing = 0.0
  private(set) var encoding = 0.0
  private(set) var writing = 0.0
  /// Decibels of what a terminal model shows; `nil` if none looked.
  private(set) var quality: Double?

  /// All of it.
  var processorTime: Double { drawing + encoding + writing }

  private static let opening = Array("\u{1B}[?2026h".utf8)
  private static let closing = Array("\u{1B}[m\u{1B}[1;1H\u{1B}[?2026l\u{1B}[5n".utf8)

  /// Encodes a clip for a terminal model and looks at every sixth frame.
  init(lookingAt clip: RawClip, lambda: Double) {
    guard let model = TerminalModel(size: clip.screen) else { return }
    var error = FrameError()
    run(clip, lambda: lambda) { index, frame in
      model.feed(frame)
      _ = model.takeReplies()
      guard index % 6 == 5 else { return }
      let frame = clip.frames[index]
      error += FrameError(of: model.frame(left: 0, top: 0, size: frame.size), from: frame)
    }
    quality = error.cappedDecibels
  }

  /// Encodes a clip for a pseudo-terminal that is read at once, and takes the time.
  ///
  /// - Throws: `PtyError` where there is no terminal.
  init(timing clip: RawClip, lambda: Double) throws(PtyError) {
    let pty = try Pty(size: clip.screen)
    let device = pty.openDevice()
    guard device >= 0 else { throw PtyError(call: "open", number: errno) }
    var modes = termios()
    tcgetattr(device, &modes)
    cfmakeraw(&modes)
    tcsetattr(device, TCSANOW, &modes)
    let isOver = Lock(false)
    let reader = WorkerThread(name: "drain") {
      while !isOver.withLock({ $0 }) { _ = pty.read(timeout: 0.1) }
    }
    run(clip, lambda: lambda) { _, frame in
      var rest = frame[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(device, $0.baseAddress, $0.count) }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
    isOver.withLock { $0 = true }
    reader.join()
    close(device)
  }

  private mutating func run(
    _ clip: RawClip, lambda: Double, send: (_ index: Int, _ bytes: [UInt8]) -> Void
  ) {
    var surface = Surface(size: clip.screen)
    var encoder = FrameEncoder(size: clip.screen, depth: .trueColor)
    encoder.lambda = lambda
    var output: [UInt8] = []
    for (index, frame) in clip.frames.enumerated() {
      let start = HostTime.thread
      surface.drawFrame(frame, in: surface.bounds)
      let drawn = HostTime.thread
      output.removeAll(keepingCapacity: true)
      output.append(contentsOf: Self.opening)
      encoder.forgetPen()
      _ = encoder.encode(surface, masking: [], byteLimit: nil, into: &output)
      output.append(contentsOf: Self.closing)
      let encoded = HostTime.thread
      send(index, output)
      drawing += drawn - start
      encoding += encoded - drawn
      writing += HostTime.thread - encoded
      bytes += Double(output.count)
    }
    let count = Double(max(clip.frames.count, 1))
    bytes /= count
    drawing /= count
    encoding /= count
    writing /= count
  }

  /// Finds the lambda at which a clip has a quality.
  ///
  /// - Returns: It, and the run with it.
  static func search(for decibels: Double, of clip: RawClip) -> (lambda: Double, run: EncodingRun) {
    var (low, high) = (0.05, 64.0)
    var best = (lambda: low, run: EncodingRun(lookingAt: clip, lambda: low))
    for _ in 0..<12 {
      // Quality falls with the logarithm.
      let lambda = (low * high).squareRoot()
      let run = EncodingRun(lookingAt: clip, lambda: lambda)
      let quality = run.quality ?? 0
      if quality >= decibels {
        best = (lambda, run)
        low = lambda
      } else {
        high = lambda
      }
      if (decibels...(decibels + 0.01)).contains(quality) { break }
    }
    return best
  }
}
