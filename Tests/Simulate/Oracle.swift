import Graphics
import Models
import TerminalUI
import TestSupport

/// What ought to be, told by keys, screen, store and files alone.
///
/// It knows as little of Flick as a user does: which clip is seen, where keys lead from there, and
/// what has been decided.
struct Oracle {
  /// A rule that was broken.
  struct Finding: Equatable {
    var rule: String
    var words: String
  }

  private(set) var finding: Finding?
  /// What was looked at, and how often: a rule that never had anything to judge tells nothing.
  private(set) var checks: [String: Int] = [:]
  let setting: Sitting.Setting
  let footage: CodedFootage
  let store: RecordFile
  let folder: String
  var layout: ScreenLayout
  /// What the screen shows.
  var seen: Int?
  /// Where the keys lead; `nil` while that is open.
  var target: Int?
  var pressTime = 0.0
  /// Whether no key was pressed yet of which the oracle does not know what it does.
  var isPlain = true
  var playing = Playing()
  var judging: Judging
  private var closeCount = 0
  private(set) var title = ""
  /// Whether the keys are listed; `nil` while that is open.
  private(set) var isHelpOpen: Bool? = false
  /// When the folder was changed last.
  private(set) var changeTime = -Double.infinity
  /// Whether a lone swipe is on its way to its clip.
  var isReaching = false
  /// Where the last key, a swipe, leads; `nil` once its picture has been there.
  var awaited: Int?
  /// When something was wrong with the machine where the clips are, and since when.
  private var (lineStart, lineTime) = (-1e9, -1e9)

  /// How long it takes at most until a key has done all it does, in seconds.
  static let patience = 1.9

  init(_ setting: Sitting.Setting, footage: CodedFootage, folder: String) {
    self.setting = setting
    self.footage = footage
    self.folder = folder
    layout = ScreenLayout(size: setting.size)
    judging = Judging(clips: Set(0..<setting.clipCount))
    store = RecordFile(inStateFolder: "\(folder)/state/flick")
  }

  mutating func fail(_ rule: String, _ words: String) {
    if finding == nil { finding = Finding(rule: rule, words: words) }
  }

  /// Counts what a rule judges, and fails unless it holds.
  mutating func check(_ rule: String, _ holds: Bool, _ words: (Self) -> String) {
    checks[rule, default: 0] += 1
    if !holds { fail(rule, words(self)) }
  }

  /// The screen shows something else.
  mutating func sees(_ screen: TerminalModel, at time: Double) {
    guard let row = layout.titleBar?.row else { return }
    title = screen.text(row: row)
    let named = title.firstRange(of: "clip-").flatMap { Int(title[$0.upperBound...].prefix(2)) }
    if named != nil { seen = named }
    readRefusal(screen, at: time)
    // At other sizes, a clip does not fill the screen.
    let code = screen.size == setting.size ? FrameCode(on: screen, in: layout.frame) : nil
    if code != playing.code || code == nil { follow(code, at: time) }
    checkReach(named, code, at: time)
    guard let code, let named else { return }
    check(
      "picture", code.clip == named
    ) { _ in "the title names clip \(named), the frame is of clip \(code.clip)" }
  }

  /// The window has another size.
  mutating func resized(to size: CellSize) {
    layout = ScreenLayout(size: size)
    (playing.code, seen, target, awaited) = (nil, nil, nil, nil)
    // Words may not have had room.
    judging.isRefused = true
  }

  /// The feed changes: where keys lead is no longer known.
  ///
  /// Where the clip on screen goes, what lies over it may go with it.
  mutating func folderChanges(at time: Double) {
    isPlain = false
    isHelpOpen = nil
    changeTime = time
  }

  /// Flick was killed, or the power failed.
  mutating func crashed(at time: Double) {
    changeTime = time
    title = ""
    isHelpOpen = false
    playing = Playing()
    (target, seen, awaited) = (nil, nil, nil)
    closeCount = 0
    checkStoreAfterCrash()
  }

  /// Something is wrong with the machine where the clips are.
  mutating func lineFails(at time: Double) {
    if time > lineTime + Self.longestBack { lineStart = time }
    lineTime = time
  }

  /// Whether the last key may meet a line that is not back.
  var isLineInDoubt: Bool { pressTime < backTime }

  /// When all is as it was before: Flick tries again after a pause, which grows.
  var backTime: Double { lineTime + Self.longestBack + min(lineTime - lineStart, 30) }

  /// Seconds until Flick tries again for the first time, and is back.
  private static let longestBack = 4.0

  mutating func timePasses(to time: Double) {
    checkStill(at: time)
    checkArrival(at: time)
  }

  /// The title bar counts what there is: clips, and verdicts.
  private mutating func checkCounts(at time: Double) {
    guard time > changeTime + Self.longestRefresh, !setting.person.isAnybody, isFolderKnown,
      layout.size == setting.size, let counted = title.firstMatch(of: /(\d+) of (\d+)\b(?!\+)/)
    else { return }
    let clips = Sitting.clips(in: "\(folder)/clips").count
    check("counts", Int(counted.2) == clips) { _ in
      "the title counts \(counted.2) of \(clips) clips"
    }
    guard isPlain, setting.person.isJudging,
      let judged = title.firstMatch(of: /(\d+) kept · (\d+) rejected/)
    else { return }
    func count(_ verdict: String) -> Int {
      judging.held.reviews.filter {
        judging.clips.contains($0.key) && $0.value.hasPrefix(verdict)
      }.count
    }
    let (kept, rejected) = (count("keep"), count("reject"))
    check("counts", Int(judged.1) == kept && Int(judged.2) == rejected) {
      "\($0.title), and \(kept) are kept, \(rejected) rejected"
    }
  }

  /// Whether Flick can know what is in the folder: another machine does not tell what changes there.
  private var isFolderKnown: Bool {
    setting.line == nil || setting.isLineSteady && !setting.mishaps.contains(.change)
  }

  private mutating func noteHelp(_ command: String, at time: Double) {
    switch command {
    // What is typed while Flick starts may be lost.
    case "help": isHelpOpen = time > changeTime + longestStart ? isHelpOpen.map(!) : nil
    case "close": isHelpOpen = false
    case "refresh", "quit": break
    // From here on, letters are typed.
    case "find", "go-to", "edit-tags": isHelpOpen = nil
    default: if isHelpOpen != false { isHelpOpen = nil }
    }
  }

  /// Help stays open until a key closes it.
  private mutating func checkHelp(_ screen: TerminalModel) {
    guard isHelpOpen == true, layout.size == setting.size else { return }
    let isShown = (0..<screen.size.rows).contains { screen.text(row: $0).contains("Esc closes") }
    check("help", isShown) { _ in "it is closed by itself" }
  }

  /// Seconds until a change of a folder shows.
  static let longestRefresh = 4.0

  /// Seconds until what Flick shows after its start is seen.
  private var longestStart: Double { 1.5 + (setting.line?.startTime ?? 0) }

  /// Before the next key: what the last ones did is over if they were long ago.
  mutating func settles(_ screen: TerminalModel, at time: Double) {
    guard time >= pressTime + setting.patience else { return }
    if let target, let seen, isPlain {
      check("place", target == seen) { _ in "the keys lead to clip \(target), clip \(seen) is shown"
      }
    }
    checkFrame()
    // What was on its way before Flick began again may still arrive.
    target = time < changeTime + longestStart ? nil : seen
    if setting.person.isJudging { checkStore() }
    checkCounts(at: time)
    checkWords(screen, at: time)
    checkHelp(screen)
    judging.isRefused = false
    judging.saidWords = []
  }

  /// A key is pressed.
  ///
  /// - Parameters:
  ///   - last: The command before it.
  ///   - follows: Whether swipes were pressed together with it, so that it is meant for where they lead.
  mutating func pressed(_ command: String, after last: String?, follows: Bool, at time: Double) {
    let isSettled = !follows && time >= pressTime + setting.patience
    pressTime = time
    awaited = nil
    // Where there is no room for a title, or Flick has just begun again, it is not known what is seen.
    if layout.size != setting.size || time < changeTime + longestStart { seen = nil }
    // It scrolls.
    if isHelpOpen == true, ["next-clip", "previous-clip"].contains(command) { return }
    noteHelp(command, at: time)
    closeCount = command == "close" ? closeCount + 1 : command == "quit" ? closeCount : 0
    expectFrame(after: command, isSettled: isSettled)
    switch command {
    case "next-clip": swipe { clips, target in clips.first { $0 > target } }
    case "previous-clip": swipe { clips, target in clips.last { $0 < target } }
    case "first-clip": swipe { clips, _ in clips.first }
    case "last-clip": swipe { clips, _ in clips.last }
    // Until it is confirmed, nothing happens.
    case "quit", "apply", "help", "refresh": break
    case "close" where last == "apply": break
    case "copy-path" where last == "apply": decide("apply", [])
    case let other where Playing.commands.contains(other): break
    case let other where Judging.commands.contains(other):
      decide(command, follows && target != nil ? [target] : [seen, target])
    default:
      isPlain = false
      target = nil
    }
    isReaching = isSettled && command.hasSuffix("-clip") && target != seen
  }

  private mutating func swipe(to next: ([Int], Int) -> Int?) {
    let isMoving = target.flatMap { next(judging.clips.sorted(), $0) }
    playing.isPaused = isMoving != nil && isMoving != target ? false : nil
    awaited = isMoving == target ? nil : isMoving
    target = isMoving ?? target
  }

  private mutating func decide(_ command: String, _ subjects: [Int?]) {
    // A clip with a verdict leaves the feed, unless all are shown.
    if !setting.person.isJudging { isPlain = false }
    judging.decisions.append(.init(command: command, subjects: Set(subjects.compactMap(\.self))))
    target = nil
    playing.isPaused = nil
  }

  /// Before it is left: `close` closes all that is open.
  mutating func leaves() {
    guard closeCount >= Person.closing, layout.size == setting.size,
      !setting.mishaps.contains(.change), setting.isSteady, setting.rate > 100e3
    else { return }
    check("close", playing.code != nil) { "something is open after \($0.closeCount) times `close`" }
  }

  /// What the process uses.
  mutating func uses(_ usage: Machine.Usage) {
    check("limits", usage.isWithinLimits) { _ in "\(usage)" }
  }

  /// - Parameter count: How many of its programs go on without it.
  mutating func leaves(behind count: Int) {
    guard setting.line != nil else { return }
    check("ssh", count == 0) { _ in "it leaves \(count) of them" }
  }

  /// Flick has ended.
  ///
  /// - Parameters:
  ///   - left: When the person left; `nil` if Flick ended by itself.
  ///   - restored: When the terminal was restored; `nil` if it was not.
  mutating func ended(status: Int32, _ screen: TerminalModel, left: Double?, restored: Double?) {
    guard let left, status == 0 else {
      return fail("end", "it ended with \(status)\(left == nil ? ", unasked" : "")")
    }
    check("terminal", screen.isRestored) { _ in "it is not restored" }
    if setting.isCalmHere, let restored {
      check("leaving", restored - left < 0.1) { _ in "it took \(restored - left) s" }
    }
    checkFiles()
  }
}

extension TerminalModel {
  var isRestored: Bool {
    !(isAlternateScreen || !isCursorVisible || isMouseReported || isPasteBracketed)
  }
}
