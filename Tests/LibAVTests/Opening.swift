import LibAV
import MediaCore
import Models
import Platform
import Testing

/// Opens a clip with a deadline no test meets unless something hangs.
func open(
  _ path: FilePath, cancellation: CancellationToken = patientToken(), threadCount: Int = 1
) throws(MediaError) -> any MediaSource {
  try LibAVOpener(threadCount: threadCount, text: TextDecoder())
    .open(.file(path), cancellation: cancellation)
}

func patientToken() -> CancellationToken {
  let token = CancellationToken()
  token.setDeadline(HostTime.now + 600)
  return token
}

/// What the whole of a clip decodes to.
struct Playthrough {
  var frames: [FrameTiming] = []
  /// Numbers read from the frames, for clips of `TestClips.pattern`.
  var numbers: [Int] = []
  var audioStart: Double?
  /// The left channel, without what would close gaps.
  var samples: [Int16] = []
  /// The largest step between the end of one piece of sound and the start of the next, in seconds.
  var largestGap = 0.0

  /// Where the sound ends, in seconds.
  var audioEnd: Double { (audioStart ?? 0) + Double(samples.count) / 48_000 }

  var times: [Double] { frames.map(\.presentationTime) }

  /// Pulls frames and sound in turns until both have ended.
  init(_ source: any MediaSource) throws {
    var isFrameOver = source.info.displaySize == nil
    var isSoundOver = !source.info.hasAudio
    var piece: [Int16] = []
    var expected: Double?
    while !isFrameOver || !isSoundOver {
      var isStuck = true
      if !isFrameOver {
        switch try source.nextFrame() {
        case .value(let timing):
          frames.append(timing)
          numbers.append(DecodedFrame(source, PixelSize(width: 16, height: 16)).patternNumber)
          isStuck = false
        case .end:
          isFrameOver = true
          isStuck = false
        case .starved, .awaited: break
        }
      }
      if !isSoundOver {
        piece.removeAll(keepingCapacity: true)
        switch try source.nextAudio(appendingTo: &piece) {
        case .value(let time):
          audioStart = audioStart ?? time
          if let expected { largestGap = max(largestGap, abs(time - expected)) }
          expected = time + Double(piece.count / 2) / 48_000
          for index in stride(from: 0, to: piece.count, by: 2) { samples.append(piece[index]) }
          isStuck = false
        case .end:
          isSoundOver = true
          isStuck = false
        case .starved, .awaited: break
        }
      }
      try #require(!isStuck)
    }
  }

  /// When the sound first gets louder than a tenth of full scale, in seconds.
  var firstLoudTime: Double? {
    samples.firstIndex { abs(Int($0)) > 3276 }.map { Double($0) / 48_000 + (audioStart ?? 0) }
  }
}
