import Graphics
import Models
import TerminalUI
import TestSupport

// What the words of the screen say, beside what its frame shows.
extension Oracle {
  /// How long a swipe takes at most until a frame of its clip is there, beside the way there and back, in
  /// seconds; on a calm machine, and over a link.
  private static let (longestSwipe, longestFarSwipe) = (0.1, 0.5)

  /// A title is shown, and a frame unless words cover it: perhaps of the clip that the last swipe leads to.
  mutating func checkReach(_ named: Int?, _ code: FrameCode?, at time: Double) {
    guard isReaching, let named, named == target, code.map({ $0.clip == named }) ?? true, isPlain
    else { return }
    isReaching = false
    guard setting.isSteady else { return }
    let longest = setting.isCalm ? Self.longestSwipe : 2 * setting.delay + Self.longestFarSwipe
    check("swipe", time - pressTime <= longest) {
      "it takes \(time - $0.pressTime) s to clip \(named)"
    }
  }

  /// Title and seek bar say what is shown.
  mutating func checkWords(_ screen: TerminalModel, at time: Double) {
    guard isPlain, layout.size == setting.size, let code = playing.code, code.clip == seen,
      time > changeTime + Self.longestRefresh
    else { return }
    checkNumber(of: code.clip)
    checkVerdict(of: code.clip)
    guard let bar = layout.seekBar else { return }
    checkBar(screen.text(row: bar.row), code)
  }

  /// Which one of the clips it is.
  private mutating func checkNumber(of clip: Int) {
    guard !setting.person.isJudging, !setting.person.isAnybody,
      let number = title.firstMatch(of: /(\d+) of \d+\b(?!\+)/)
    else { return }
    let wanted = judging.clips.sorted().firstIndex(of: clip).map { $0 + 1 }
    check("number", Int(number.1) == wanted) { "\($0.title), and it is number \(wanted ?? 0)" }
  }

  private mutating func checkVerdict(of clip: Int) {
    guard setting.person.isJudging else { return }
    // After the name, before the counts.
    let words = title.split(separator: " ").prefix { Int($0) == nil }
    let held = judging.held.reviews[clip] ?? ""
    for (verdict, word) in [("keep", "kept"), ("reject", "rejected")] {
      check("verdict", words.contains { $0 == word } == held.hasPrefix(verdict)) {
        "\($0.title), and clip \(clip) has \(held)"
      }
    }
  }

  /// Where in the clip it is, and how long that is.
  private mutating func checkBar(_ bar: String, _ code: FrameCode) {
    let count = footage.clips[code.clip].frames
    // A decoder that is too slow shows where it got to.
    if playing.isPaused == true, !setting.isHeavy, let shown = bar.firstMatch(of: /frame (\d+)/) {
      check("bar", Int(shown.1) == code.frame) { _ in "\(bar), and frame \(code.frame) is shown" }
    }
    guard let times = bar.firstMatch(of: /(\d+):(\d\d)(?:\.\d+)? +.*?(\d+):(\d\d)/) else { return }
    func seconds(_ minutes: Substring, _ seconds: Substring) -> Double {
      Double(minutes).map { $0 * 60 }.flatMap { minutes in Double(seconds).map { minutes + $0 } }
        ?? -1
    }
    let (shown, length) = (seconds(times.1, times.2), seconds(times.3, times.4))
    let rate = Double(CodedFootage.frameRate)
    let (wanted, whole) = (Double(code.frame) / rate, Double(count) / rate)
    check("bar", abs(length - whole) <= 1) { _ in "\(bar), and it lasts \(whole) s" }
    // What is shown of a clip that plays may be from a moment before it started again.
    guard setting.isCalm, wanted > 0.2, wanted < whole - 0.2 else { return }
    check("bar", shown <= wanted + 0.2 && wanted < shown + 1.2) { _ in
      "\(bar), and frame \(code.frame) is shown"
    }
  }
}
