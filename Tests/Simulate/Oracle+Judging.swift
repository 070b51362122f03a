import Glibc
import Models
import TerminalUI
import TestSupport

extension Oracle {
  /// What was decided, and what came of it.
  struct Judging {
    /// What a store says of a clip: verdict and rating.
    typealias Reviews = [Int: String]

    /// What a decision is taken back to.
    struct Held: Equatable, CustomStringConvertible {
      var reviews: Reviews = [:]
      /// The clips in the folder.
      var clips: Set<Int>

      var description: String { "\(reviews.sorted { $0.key < $1.key }) of \(clips.sorted())" }
    }

    /// A key that decides, before it is known what came of it.
    struct Decision {
      var command: String
      /// The clips that it may be about: the one that was seen, and the one that the swipes led to.
      var subjects: Set<Int>
    }

    var decisions: [Decision] = []
    var isRefused = false
    /// What was said of them since.
    var saidWords: Set<String> = []
    var nextReading = 0.0
    var held: Held
    /// What was held before each decision that can be undone.
    var past: [Held] = []

    init(clips: Set<Int>) { held = Held(clips: clips) }

    var clips: Set<Int> { held.clips }

    /// The commands that decide something about a clip.
    static let commands: Set = [
      "keep", "reject", "keep-here", "reject-here", "unjudge", "rate-3", "undo",
    ]
  }

  /// Seconds between two looks for words, which stay longer: reading a whole screen takes time.
  private static let readingInterval = 0.25
  private static let refusals = [
    "too early", "nothing to undo", "no longer", "couldn't save", "not saved", "where it was",
    "where they were", "overwrites files",
  ]

  /// What is said of a decision that has been made.
  private static let sentences = [
    "keep": "kept", "keep-here": "kept", "reject": "rejected", "reject-here": "rejected",
    "unjudge": "no verdict", "rate-3": "★★★", "undo": "undone", "apply": "applied",
  ]

  mutating func readRefusal(_ screen: TerminalModel, at time: Double) {
    guard !judging.decisions.isEmpty, time >= judging.nextReading else { return }
    judging.nextReading = time + Self.readingInterval
    // The last row but one is the title.
    for row in 0..<max(screen.size.rows - 2, 0) {
      let text = screen.text(row: row)
      if Self.refusals.contains(where: text.contains) { judging.isRefused = true }
      judging.saidWords.formUnion(Self.sentences.values.filter(text.contains))
    }
  }

  /// What is held after a decision; several where it may be about one clip or another.
  private func outcomes(of decision: Judging.Decision) -> [Judging.Held] {
    switch decision.command {
    case "undo": return judging.past.last.map { [$0] } ?? []
    case "apply":
      let rejected = judging.held.reviews.filter { $0.value.hasPrefix("reject") }.keys
      var after = judging.held
      after.clips.subtract(rejected)
      return [after]
    default:
      return decision.subjects.map { clip in
        var words = (judging.held.reviews[clip] ?? "/0").split(
          separator: "/", omittingEmptySubsequences: false)
        switch decision.command {
        case let command where command == setting.planted: words[0] = "planted"
        case "keep", "keep-here": words[0] = "keep"
        case "reject", "reject-here": words[0] = "reject"
        case "unjudge": words[0] = ""
        case "rate-3": words[1] = "3"
        default: break
        }
        var after = judging.held
        let word = words.joined(separator: "/")
        after.reviews[clip] = word == "/0" ? nil : word
        return after
      }
    }
  }

  /// What the last decision has done is what it is about, or it is refused with words.
  mutating func checkStore() {
    guard isPlain, let held = try? read() else { return }
    let before = judging.held
    defer {
      judging.held = held
      judging.decisions = []
    }
    // What several keys did together is not told apart.
    guard judging.decisions.count == 1, let decision = judging.decisions.first else {
      if judging.decisions.isEmpty {
        check("store", held == before) { _ in "it changed by itself: \(before) to \(held)" }
      } else {
        judging.past = []
      }
      return
    }
    if isLineInDoubt, decision.command == "apply" || movesFilesBack(decision) {
      return checkPart(of: decision, held, before)
    }
    let outcomes = outcomes(of: decision)
    if held != before, setting.isCalm, let sentence = Self.sentences[decision.command] {
      check("told", judging.saidWords.contains(sentence)) {
        "\(decision.command) is not told as \(sentence), but \($0.judging.saidWords)"
      }
    }
    if decision.command == "undo" {
      if let wanted = judging.past.last {
        // It may be saved no more than any other decision, and stays to be undone then.
        if held == before, judging.isRefused, before != wanted { return }
        judging.past.removeLast()
        check("undo", held == wanted) { _ in
          "the store holds \(held), and held \(wanted) before the decision"
        }
      }
      return
    }
    if held != before { judging.past.append(before) }
    // At the start, it is not known what is seen.
    if decision.subjects.isEmpty, decision.command != "apply" { return }
    // At other sizes, neither title nor words may have room.
    if held == before, judging.isRefused || layout.size != setting.size {
      return check("refusal", true) { _ in "" }
    }
    check(
      decision.command == "apply" ? "apply" : "decision", outcomes.contains(held)
    ) { _ in
      "\(decision.command) is meant for clip \(decision.subjects.sorted()): from \(before) to \(held)"
    }
  }

  private func movesFilesBack(_ decision: Judging.Decision) -> Bool {
    decision.command == "undo" && judging.past.last.map { $0.clips != judging.clips } ?? true
  }

  /// Where the line fails, some of the files follow, or all of them later, or none.
  private mutating func checkPart(
    of decision: Judging.Decision, _ held: Judging.Held, _ before: Judging.Held
  ) {
    isPlain = false
    guard decision.command == "apply" else { return }
    let gone = before.clips.subtracting(held.clips)
    check(
      "apply",
      held.reviews == before.reviews && held.clips.isSubset(of: before.clips)
        && gone.allSatisfy { before.reviews[$0]?.hasPrefix("reject") == true }
    ) { _ in "from \(before) to \(held)" }
  }

  /// Each decision that was there stays; the last one is there as a whole or not at all.
  mutating func checkStoreAfterCrash() {
    let decision = judging.decisions.first
    guard setting.person.isJudging, isPlain, judging.decisions.count < 2,
      decision?.command != "apply", decision?.subjects.isEmpty != true
    else {
      isPlain = false
      return
    }
    guard let held = try? read() else { return fail("crash", "the store cannot be read") }
    check(
      "crash", held == judging.held || decision.map(outcomes)?.contains(held) == true
    ) { "the store holds \(held), and held \($0.judging.held)" }
    if held != judging.held {
      if decision?.command == "undo" {
        judging.past.removeLast()
      } else {
        judging.past.append(judging.held)
      }
    }
    judging.held = held
    judging.decisions = []
  }

  /// The rival's decisions are all in the store, and no others.
  mutating func judge(_ rival: inout Rival, at time: Double) {
    let rows = (try? reviews(isRival: true)) ?? []
    let pairs = rows.compactMap { row in Sitting.clip(named: row[0]).map { ($0, row[1]) } }
    let problem = rival.judge(
      Rival.Verdicts(pairs) { $1 }, isCertain: !setting.mishaps.contains(.lock), at: time)
    check("rival", problem == nil) { _ in problem ?? "" }
  }

  private func reviews(isRival: Bool = false) throws -> [[String]] {
    try store.rows(
      """
      SELECT item.location, coalesce(review.verdict, ''), review.rating
      FROM review JOIN item ON item.id = review.item
      """
    ).filter { $0[0].contains("/\(Rival.folder)/") == isRival }
  }

  private func read() throws -> Judging.Held {
    let rows = try reviews()
    var held = Judging.Held(clips: Set(Sitting.clips(in: "\(folder)/clips")))
    for row in rows {
      guard let clip = Sitting.clip(named: row[0]) else { continue }
      let word = "\(row[1])/\(row[2])"
      if word != "/0" { held.reviews[clip] = word }
    }
    return held
  }

  /// Each clip is in exactly one place, wherever that is.
  mutating func checkFiles() {
    guard setting.person.movesFiles, !setting.mishaps.contains(.change) else { return }
    let clips = Sitting.clips(in: folder, isDeep: true)
    check(
      "files", clips.sorted() == Array(0..<setting.clipCount)
    ) { _ in "there are the clips \(clips.sorted())" }
  }
}
