import MediaCore
import Models

/// All that a clip is held to.
struct Expectation {
  let entry: Entry
  let clock: FrameClock?
  let look: Look
  let area: FrameArea

  init(_ entry: Entry) {
    self.entry = entry
    clock = FrameClock(of: entry)
    look = Look(of: entry)
    // As small as on a terminal, unless a square of a grid would vanish.
    let (width, height) = (max(entry.displayWidth, 1), max(entry.displayHeight, 1))
    let side = min(max(112, 8 * max(width, height) / min(width, height)), 4096)
    area = FrameArea(size: PixelSize(width: side, height: side))
  }

  /// The size of the clip's frames on the screen.
  var size: PixelSize {
    area.fitting(width: Double(entry.displayWidth), height: Double(entry.displayHeight))
  }

  /// What is wrong with what the clip says of itself; `nil` if nothing is.
  func fault(in info: MediaInfo) -> String? {
    if entry.hasFrame {
      guard let shown = info.displaySize else { return "a picture, got none" }
      let wanted = Double(entry.displayWidth) / Double(entry.displayHeight)
      let found = Double(shown.width) / Double(shown.height)
      if abs(found / wanted - 1) > 0.02 {
        return
          "size \(entry.displayWidth)x\(entry.displayHeight), got \(shown.width)x\(shown.height)"
      }
    }
    if info.hasAudio != entry.hasSoundStream {
      return "\(entry.hasSoundStream ? "" : "no ")sound, got \(info.hasAudio ? "some" : "none")"
    }
    if let duration = info.duration, entry.duration > 0, !isDurationOpen,
      abs(duration - length) > durationTolerance
    {
      return "length \(length), got \(rounded(duration))"
    }
    if let rate, !info.isStill, let found = info.frameRate, abs(found / rate - 1) > rateTolerance {
      return "\(rounded(rate)) pictures a second, got \(rounded(found))"
    }
    return nil
  }

  /// What is wrong with a frame; `nil` if nothing is.
  func fault(in pixels: PixelBuffer, at time: Double, _ clock: FrameClock) -> String? {
    let (wanted, found) = (size, pixels.size)
    if abs(wanted.width - found.width) > 1 || abs(wanted.height - found.height) > 1 {
      return "\(wanted.width)x\(wanted.height) pixels, got \(found.width)x\(found.height)"
    }
    let number = clock.number(at: time)
    return look.fault(in: pixels, numbers: number...number + overlap)
  }

  /// How long the clip plays, in seconds.
  var length: Double {
    clock.map { max($0.end, entry.hasAudio ? entry.duration : 0) } ?? entry.duration
  }

  /// How far a length may be off: a codec's delay and a frame more or less.
  var durationTolerance: Double {
    if isDurationOpen { return 0.5 }
    let frame = clock.flatMap {
      $0.times.count > 1 ? $0.duration(at: $0.times[$0.times.count - 1]) : nil
    }
    return max(0.12, min(1.1 * (frame ?? 0), 1))
  }

  /// Frames a second on average; `nil` if there are too few to tell.
  private var rate: Double? {
    guard let clock, clock.times.count > 1 else { return nil }
    let isOdd = ["vfr_hold.mp4", "dim_change_reinit.h264"].contains(entry.file)
    return isOdd ? Double(clock.times.count) / clock.end : entry.rate
  }

  private let rateTolerance = 0.03

  /// Whether the length can only be found by playing.
  var isDurationOpen: Bool {
    entry.file == "editlist_multi_long.mp4" || clock?.isFree == true
  }
}

extension Expectation {
  /// Whether there is one frame and no clock.
  var isStill: Bool { entry.group == "still" || entry.duration == 0 }

  /// Whether each frame carries its number.
  var hasNumbers: Bool {
    if case .grid = look { return true }
    if case .mixed = look { return true }
    return false
  }
}

extension Expectation {
  /// By how many frames the parts overlap of which the clip was put together.
  var overlap: Int {
    let joined = [
      "dim_change.ts", "pixfmt_change.ts", "audio_rate_change.ts", "sar_change.ts",
      "pts_discontinuity.ts",
    ]
    return joined.contains(entry.file) ? 2 : 0
  }

  /// Whether a message is as good as a frame.
  var mayFail: Bool {
    ["cont_encrypted_cenc.mp4", "anim.webp", "pix_monob.avi", "sar_invalid_h264.mp4"]
      .contains(entry.file)
  }
}
