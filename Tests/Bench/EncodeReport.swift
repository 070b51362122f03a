import Glibc
import Graphics
import Models

/// What the frame encoder spends on frames of the user's own: `bench --encode FILE WxH`.
enum EncodeReport {
  /// The least of three runs counts for time.
  private static let runs = 3

  /// Measures files of raw frames, each followed by its size in pixels, and prints a line for each.
  ///
  /// - Returns: Whether all of them could be read.
  static func run(_ arguments: [String]) -> Bool {
    RawFrames.read(arguments) { path, clip in
      let exact = EncoderRun(clip, lambda: 0)
      print(path, "\(Int(exact.bytesPerFrame)) bytes exact")
      for looksAhead in [false, true] {
        let lambda = EncoderRun.lambda(of: clip, decibels: 42, looksAhead: looksAhead)
        let lossy = (0..<runs).map { _ in
          EncoderRun(clip, lambda: lambda, looksAhead: looksAhead)
        }
        let time = lossy.map(\.nanosecondsPerCell).min() ?? 0
        print(
          looksAhead ? "  knowing the next frame" : "  each frame alone",
          "\(Int(lossy[0].bytesPerFrame)) at lambda \(rounded(lambda)),",
          "\(rounded(lossy[0].decibels)) dB,",
          "ratio \(rounded(lossy[0].bytesPerFrame / exact.bytesPerFrame, 10_000)),",
          "\(rounded(time)) ns/cell")
      }
      for depth in [ColorDepth.palette256, .palette16] {
        let (exact, lossy) = (
          EncoderRun(clip, depth: depth, lambda: 0), EncoderRun(clip, depth: depth, lambda: 16)
        )
        print(
          " ", depth, "\(Int(exact.bytesPerFrame)) bytes exact;",
          "\(Int(lossy.bytesPerFrame)) at lambda 16, \(rounded(lossy.nanosecondsPerCell)) ns/cell")
      }
    }
  }

  private static func rounded(_ value: Double, _ scale: Double = 100) -> Double {
    (value * scale).rounded() / scale
  }
}
