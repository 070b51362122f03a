import Models
import TerminalUI

extension Oracle {
  /// How the clip on screen plays, told by the codes of its frames.
  struct Playing {
    var code: FrameCode?
    /// Since when the frame is the same.
    var since = 0.0
    /// `nil` while that is open.
    var isPaused: Bool? = false
    /// The frame that the last key leads to.
    var wanted: (rule: String, frame: Int)?
    /// A frame and when it was shown, from which the later ones follow.
    var start: (time: Double, frame: Int)?

    /// The commands that do something to how it plays.
    static let commands = Set(
      ["pause", "seek-back", "seek-forward", "step-back", "step-forward"]
        + (0...9).map { "jump-\($0)" })
  }

  /// The longest that a clip which plays may show the same frame, in seconds; at the far end of a line, and on
  /// a calm machine.
  static let (longestStill, longestFrame) = (8.0, 0.3)
  /// How many frames a clip may be early or late.
  private static let tolerance = 4

  /// Whether any frame of a clip can be there soon.
  private var isPrompt: Bool { !setting.isHeavy && setting.isLineSteady }

  /// Another frame is shown, or none.
  mutating func follow(_ code: FrameCode?, at time: Double) {
    defer { (playing.code, playing.since) = (code, time) }
    if let awaited, code?.clip == awaited {
      if !isLineInDoubt { check("arrival", true) { _ in "" } }
      self.awaited = nil
    }
    guard let code, let last = playing.code, code.clip == last.clip, isPlain,
      time >= pressTime + setting.patience, let isPaused = playing.isPaused
    else {
      playing.start = nil
      return
    }
    if isPaused {
      // A slow decoder takes its time to get to the frame at which a clip is paused.
      if isPrompt { fail("pause", "paused at \(last), it shows \(code)") }
      return
    }
    guard setting.isCalm else { return }
    check(
      "smooth", time - playing.since <= Self.longestFrame
    ) { "clip \(code.clip) shows frame \(last.frame) for \(time - $0.playing.since) s" }
    let count = footage.clips[code.clip].frames
    guard code.frame > last.frame, let start = playing.start else {
      if code.frame < last.frame {
        check("loop", last.frame > count - 6) { _ in
          "it starts again after frame \(last.frame) of \(count)"
        }
      }
      playing.start = (time, code.frame)
      return
    }
    let wanted = start.frame + Int(((time - start.time) * Double(CodedFootage.frameRate)).rounded())
    check(
      "pace", abs(code.frame - wanted) <= Self.tolerance
    ) { _ in "clip \(code.clip) shows frame \(code.frame), and ought to show \(wanted)" }
  }

  mutating func checkStill(at time: Double) {
    // A line that was lost is tried again after a while.
    let start = max(playing.since, backTime)
    guard playing.code != nil, time > start + Self.longestStill, isPlain,
      playing.isPaused == false
    else { return }
    fail("still", "clip \(seen ?? -1) shows the same frame for \(time - playing.since) s")
  }

  /// A clip on another machine is there in the end if nothing was wrong with that.
  mutating func checkArrival(at time: Double) {
    guard setting.line != nil, let clip = awaited, isPlain, isHelpOpen == false,
      layout.size == setting.size, !isLineInDoubt, time > pressTime + Self.longestStill
    else { return }
    fail("arrival", "clip \(clip) is not there after \(time - pressTime) s")
  }

  /// Finds out what frame a key leads to: in a pause, all are known.
  mutating func expectFrame(after command: String, isSettled: Bool) {
    playing.wanted = nil
    playing.start = nil
    if command == "pause" {
      playing.isPaused = playing.isPaused.map(!)
      // A pause is no standstill: what follows it is counted.
      playing.since = pressTime
    }
    let wasPaused = playing.isPaused == true && command != "pause"
    if command.hasPrefix("step") { playing.isPaused = true }
    guard isSettled, wasPaused, let code = playing.code else { return }
    let count = footage.clips[code.clip].frames
    let frame: Int? =
      switch command {
      case "step-forward": code.frame + 1
      case "step-back": code.frame - 1
      case "seek-forward": code.frame + 5 * CodedFootage.frameRate
      case "seek-back": max(code.frame - 5 * CodedFootage.frameRate, 0)
      case let jump where jump.hasPrefix("jump-"): Int(jump.suffix(1)).map { $0 * count / 10 }
      default: nil
      }
    let isStep = command.hasPrefix("step")
    // A slow decoder takes its time to get to a frame far from its keyframe.
    guard let frame, (0..<count).contains(frame), isStep || isPrompt else { return }
    playing.wanted = (isStep ? "step" : "seek", frame)
  }

  /// The frame of the last key is shown.
  mutating func checkFrame() {
    if isPlain, playing.isPaused == true, playing.code != nil { check("pause", true) { _ in "" } }
    guard isPlain, let (rule, frame) = playing.wanted, let code = playing.code else { return }
    playing.wanted = nil
    check(
      rule, abs(code.frame - frame) <= (rule == "step" ? 0 : 2)
    ) { _ in "the key leads to frame \(frame), frame \(code.frame) is shown" }
  }
}
