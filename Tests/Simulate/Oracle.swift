import Graphics
import Models
import TerminalUI
import TestSupport

/// What ought to be, told by keys, screen and store alone.
///
/// It knows as little of Flick as a user does: which clip is seen, where keys lead from there, and
/// what has been decided.
struct Oracle {
  /// A rule that was broken.
  struct Finding: Equatable {
    var rule: String
    var words: String
  }

  /// What a store says of a clip: verdict and rating.
  private typealias Reviews = [Int: String]

  /// A key that decides, before it is known what came of it.
  private struct Decision {
    var command: String
    /// The clips that it may be about: the one that was seen, and the one that the swipes led to.
    var subjects: Set<Int>
  }

  private(set) var finding: Finding?
  /// What was looked at, and how often: a rule that never had anything to judge tells nothing.
  private(set) var checks: [String: Int] = [:]
  private var layout: ScreenLayout
  private let size: CellSize
  private let lastClip: Int
  private let store: RecordFile
  private let isTriaging: Bool
  private let planted: String?
  /// What the screen shows.
  private var seen: Int?
  private var code: FrameCode?
  private var codeTime = 0.0
  /// Where the keys lead; `nil` while that is open.
  private var target: Int?
  private var pressTime = 0.0
  private var decisions: [Decision] = []
  private var isRefused = false
  /// Whether no key was pressed yet of which the oracle does not know what it does.
  private var isPlain = true
  private var reviews: Reviews = [:]
  /// What the store held before each decision that can be undone.
  private var past: [Reviews] = []

  /// The commands that decide something about a clip.
  static let decisions: Set = [
    "keep", "reject", "keep-here", "reject-here", "unjudge", "rate-3", "undo",
  ]

  /// How long it takes at most until a key has done all it does, in seconds.
  private static let patience = 1.9
  /// The longest that a clip which plays may show the same frame, in seconds.
  private static let longestStill = 8.0

  init(_ setting: Sitting.Setting, state: String) {
    size = setting.size
    layout = ScreenLayout(size: size)
    lastClip = setting.clipCount - 1
    planted = setting.planted
    isTriaging = setting.person.arguments.contains("--triage")
    store = RecordFile(inStateFolder: state)
  }

  private mutating func fail(_ rule: String, _ words: String) {
    if finding == nil { finding = Finding(rule: rule, words: words) }
  }

  /// The screen shows something else.
  mutating func sees(_ screen: TerminalModel, at time: Double) {
    guard !screen.isInsideSynchronizedUpdate, let row = layout.titleBar?.row else { return }
    let title = screen.text(row: row)
    let named = title.firstRange(of: "clip-").flatMap { Int(title[$0.upperBound...].prefix(2)) }
    if named != nil { seen = named }
    if !isRefused, !decisions.isEmpty {
      isRefused = (0..<screen.size.rows).contains { row in
        let text = screen.text(row: row)
        return Self.refusals.contains { text.contains($0) }
      }
    }
    // At other sizes, a clip does not fill the screen.
    let code = screen.size == size ? FrameCode(on: screen, in: layout.frame) : nil
    if code != self.code || code == nil {
      self.code = code
      codeTime = time
    }
    guard let code, let named else { return }
    checks["picture", default: 0] += 1
    guard code.clip != named else { return }
    fail("picture", "the title names clip \(named), the frame is of clip \(code.clip)")
  }

  private static let refusals = ["too early", "nothing to undo", "no longer"]

  /// The window has another size.
  mutating func resized(to size: CellSize) {
    layout = ScreenLayout(size: size)
    (code, seen, target) = (nil, nil, nil)
  }

  /// The feed changes: where keys lead is no longer known.
  mutating func isDisturbed() { isPlain = false }

  /// Flick was killed: each decision that was there stays; the last one is there as a whole or not at all.
  mutating func crashed() {
    code = nil
    target = nil
    seen = nil
    let isKnown = decisions.count < 2 && decisions.first?.subjects.isEmpty != true
    guard isTriaging, isPlain, isKnown else {
      isPlain = false
      return
    }
    guard let rows = try? read() else { return fail("crash", "the store cannot be read") }
    let outcomes = decisions.first.map { decision in
      decision.command == "undo"
        ? [past.last].compactMap(\.self) : decision.subjects.map { after(decision, on: $0) }
    }
    checks["crash", default: 0] += 1
    guard rows == reviews || outcomes?.contains(rows) == true else {
      return fail("crash", "the store holds \(rows), and held \(reviews)")
    }
    if rows != reviews {
      if decisions.first?.command == "undo" { past.removeLast() } else { past.append(reviews) }
    }
    reviews = rows
    decisions = []
  }

  mutating func timePasses(to time: Double) {
    guard code != nil, time > codeTime + Self.longestStill, isPlain else { return }
    fail("still", "clip \(seen ?? -1) shows the same frame for \(time - codeTime) s")
  }

  /// Before the next key: what the last ones did is over if they were long ago.
  mutating func settles(_ screen: TerminalModel, at time: Double) {
    guard time >= pressTime + Self.patience else { return }
    if let target, let seen, isPlain {
      checks["place", default: 0] += 1
      if target != seen { fail("place", "the keys lead to clip \(target), clip \(seen) is shown") }
    }
    target = seen
    if isTriaging { checkStore() }
    isRefused = false
  }

  /// A key is pressed.
  ///
  /// - Parameter follows: Whether swipes were pressed together with it, so that it is meant for where they
  ///   lead.
  mutating func pressed(_ command: String, follows: Bool, at time: Double) {
    pressTime = time
    switch command {
    case "next-clip": target = target.map { min($0 + 1, lastClip) }
    case "previous-clip": target = target.map { max($0 - 1, 0) }
    case "first-clip": target = 0
    case "last-clip": target = lastClip
    case "quit": break
    case let other where !Self.decisions.contains(other):
      isPlain = false
      target = nil
    default:
      let clips = follows && target != nil ? [target] : [seen, target]
      decisions.append(Decision(command: command, subjects: Set(clips.compactMap(\.self))))
      target = nil
    }
  }

  private mutating func checkStore() {
    guard isPlain, let rows = try? read() else { return }
    defer {
      reviews = rows
      decisions = []
    }
    // What several keys did together is not told apart.
    guard decisions.count == 1, let decision = decisions.first else {
      if decisions.isEmpty, rows != reviews {
        fail("store", "it changed by itself: \(reviews) to \(rows)")
      }
      if decisions.count > 1 { past = [] }
      return
    }
    if decision.command == "undo" {
      let wanted = past.popLast()
      checks["undo", default: 0] += 1
      if let wanted, rows != wanted {
        fail("undo", "the store holds \(rows), and held \(wanted) before the decision")
      }
      return
    }
    let changed = Set(rows.keys).union(reviews.keys).filter { rows[$0] != reviews[$0] }
    if decision.subjects.isEmpty, changed.count < 2 {
      if !changed.isEmpty { past.append(reviews) }
      return
    }
    let outcomes = decision.subjects.map { (subject: $0, reviews: after(decision, on: $0)) }
    if !changed.isEmpty { past.append(reviews) }
    if outcomes.contains(where: { $0.reviews == rows }) {
      checks["decision", default: 0] += 1
      return
    }
    // At other sizes, neither title nor words may have room.
    if changed.isEmpty, isRefused || layout.size != size || decision.subjects.isEmpty {
      checks["refusal", default: 0] += 1
      return
    }
    fail(
      "decision",
      "\(decision.command) is meant for clip \(decision.subjects.sorted()); the store changed of \(changed.sorted()) from \(reviews) to \(rows)"
    )
  }

  /// What a store holds after a decision on a clip.
  private func after(_ decision: Decision, on clip: Int) -> Reviews {
    var words = (reviews[clip] ?? "/0").split(separator: "/", omittingEmptySubsequences: false)
    switch decision.command {
    case let command where command == planted: words[0] = "planted"
    case "keep", "keep-here": words[0] = "keep"
    case "reject", "reject-here": words[0] = "reject"
    case "unjudge": words[0] = ""
    case "rate-3": words[1] = "3"
    default: break
    }
    var after = reviews
    let word = words.joined(separator: "/")
    after[clip] = word == "/0" ? nil : word
    return after
  }

  private func read() throws -> Reviews {
    let rows = try store.rows(
      """
      SELECT item.location, coalesce(review.verdict, ''), review.rating
      FROM review JOIN item ON item.id = review.item
      """)
    var reviews: Reviews = [:]
    for row in rows {
      guard let range = row[0].firstRange(of: "clip-"),
        let clip = Int(row[0][range.upperBound...].prefix(2))
      else { continue }
      let word = "\(row[1])/\(row[2])"
      if word != "/0" { reviews[clip] = word }
    }
    return reviews
  }

  /// Flick has ended.
  ///
  /// - Parameter wasAsked: Whether the person has quit.
  mutating func ended(status: Int32, _ screen: TerminalModel, wasAsked: Bool) {
    guard wasAsked, status == 0 else {
      return fail("end", "it ended with \(status)\(wasAsked ? "" : ", unasked")")
    }
    if screen.isAlternateScreen || !screen.isCursorVisible || screen.isMouseReported
      || screen.isPasteBracketed
    {
      fail("terminal", "it is not restored")
    }
  }
}
