extension FrameClock {
  /// The clock of a clip of a manifest: an even rate, unless the clip is one of those whose times
  /// the manifest tells in words; `nil` if it has no frames.
  init?(of entry: Entry) {
    guard entry.hasFrame else { return nil }
    if let odd = Self.odd(entry.file) {
      self = odd
    } else if let rate = entry.rate {
      self.init(
        rate: rate, count: max(Int((entry.duration * rate).rounded()), 1), end: entry.duration)
    } else {
      self.init(times: [0], end: entry.duration)
    }
  }

  private static func odd(_ file: String) -> FrameClock? {
    switch file {
    case "vfr_alternate.mp4": return alternating
    case "vfr_hold.mp4": return holding
    case "vfr_screenrec.mp4": return bursts
    case "vfr_lastframe_long.mp4": return FrameClock(rate: 30, count: 31, end: 4)
    case "pts_duplicate.mkv": return pairs
    case "audio_long.mp4": return FrameClock(rate: 30, count: 30, end: 4)
    case "video_late_1p5s.mp4": return FrameClock(rate: 30, count: 90, start: 1.5)
    case "editlist_trim.mp4": return FrameClock(rate: 30, count: 105, from: 45)
    case "editlist_multi.mp4": return shuffled
    case "gop_starts_midway.ts": return midway
    // The stream itself tells its rate, whatever the manifest has for raw ones.
    case "dim_change_reinit.h264": return FrameClock(rate: 30, count: 45)
    case "anim_delay_var.gif":
      let times = [0, 0.02, 0.52, 0.55, 1.55, 1.57, 2.07, 2.1, 3.1, 3.12]
      return FrameClock(times: times, end: 3.62)
    default: return nil
    }
  }

  private static var alternating: FrameClock {
    let times = (0..<60).map { (number: Int) -> Double in
      Double(number / 2) * 0.1 + Double(number % 2) * 0.02
    }
    return FrameClock(times: times, end: 3)
  }

  private static var holding: FrameClock {
    let times = (0..<60).map { (number: Int) -> Double in
      Double(number) / 30 + (number > 30 ? 3 : 0)
    }
    return FrameClock(times: times, end: 5)
  }

  private static var bursts: FrameClock {
    let times = (0..<93).map { (number: Int) -> Double in
      Double(number / 31) * 2 + min(Double(number % 31) * 0.016_667, 0.5)
    }
    return FrameClock(times: times, end: 4.517)
  }

  private static var pairs: FrameClock {
    let times = (0..<60).map { (number: Int) -> Double in Double(number / 2) / 15 }
    return FrameClock(times: times, end: 2)
  }

  private static var shuffled: FrameClock {
    var clock = FrameClock(rate: 30, count: 90)
    clock.numbers = Array(60..<90) + Array(0..<30) + Array(120..<150)
    return clock
  }

  private static var midway: FrameClock {
    var clock = FrameClock(rate: 30, count: 60, from: 60)
    clock.isFree = true
    return clock
  }
}
