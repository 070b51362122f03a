import Glibc
import Models
import Network
import Platform

/// Does what steps of a batch say on another machine, and takes it back (docs/decisions/triage.md).
///
/// Requests go in bursts, as each round trip may take a tenth of a second. No reply is trusted to say what has
/// happened to a file: it is looked at again.
struct FarRunner {
  let machine: FarMachine
  /// The batch's.
  let id: Int
  /// Whether an earlier run may have begun the steps.
  let isResumed: Bool
  let report: (FileError) -> Void
  /// Whether renaming overwrites nothing, by file system.
  var isSafe: [UInt64?: Bool] = [:]
  /// Why that cannot be tried.
  var untried: [UInt64?: FileError] = [:]
  /// The file systems of folders, as far as the server says.
  var systems: [FilePath: UInt64] = [:]
  /// What holds for many clips is told once.
  private var reported: Set<FileError> = []

  init(
    _ machine: FarMachine, batch: Int, isResumed: Bool, report: @escaping (FileError) -> Void
  ) {
    self.machine = machine
    id = batch
    self.isResumed = isResumed
    self.report = report
  }

  /// How many steps are under way at once, unless one clip has more.
  private static let burst = 64

  /// Does the steps of clips, or takes them back.
  ///
  /// - Throws: That the connection is lost. Where that leaves open what has happened to a file, its step has
  ///   the state that it had.
  mutating func run(
    _ clips: [Range<Int>], of batch: inout FileBatch, isBack: Bool
  ) throws(FileError) {
    try removeProbes(clips.map { batch.steps[$0.lowerBound].source.parent })
    var rest = clips[...]
    while let first = rest.popFirst() {
      var burst = [first]
      var count = first.count
      while let next = rest.first, count + next.count <= Self.burst {
        burst.append(next)
        rest.removeFirst()
        count += next.count
      }
      let moves = burst.joined().map { FarMove($0, of: batch) }
      if isBack { try revert(moves, of: &batch) } else { try perform(moves, of: &batch) }
    }
  }

  private mutating func perform(
    _ steps: [FarMove], of batch: inout FileBatch
  ) throws(FileError) {
    var moves = steps
    try locate(&moves, isBack: false)
    // All files of a clip go, or none.
    let failing = Set(moves.filter { $0.standing.error != nil }.map(\.step.clip))
    try rename(&moves, isBack: false) {
      $0.standing == .here(nil) && !failing.contains($0.step.clip)
    }
    var errors: [Int: FileError] = [:]
    func note() {
      for move in moves {
        if let error = move.standing.error, errors[move.step.clip] == nil {
          errors[move.step.clip] = error
        }
      }
    }
    note()
    try rename(&moves, isBack: true) { $0.standing == .there(nil) && errors[$0.step.clip] != nil }
    try remove(&moves) {
      $0.step.kind == .delete && $0.standing == .there(nil) && errors[$0.step.clip] == nil
    }
    note()
    for move in moves {
      switch move.standing {
      // It is still there, under the name of one that was set aside.
      case .there where move.step.kind == .delete: break
      case .there, .removed: batch.steps[move.index].state = .done
      // It may have been done earlier, and its disk may be back later.
      case .neither where isResumed: batch.steps[move.index].state = .done
      case .here, .neither: batch.steps[move.index].state = .failed
      case .unknown: break
      }
    }
    for error in errors.sorted(by: { $0.key < $1.key }) { tell(error.value) }
  }

  private mutating func revert(
    _ steps: [FarMove], of batch: inout FileBatch
  ) throws(FileError) {
    var moves = steps.filter { ![.failed, .undone].contains($0.step.state) }
    try locate(&moves, isBack: true)
    try rename(&moves, isBack: true) { $0.standing == .there(nil) }
    var failing: Set<Int> = []
    for move in moves {
      if let error = move.standing.error {
        if failing.insert(move.step.clip).inserted { tell(error) }
      } else {
        batch.steps[move.index].state = .undone
      }
    }
  }

  private mutating func tell(_ error: FileError) {
    if reported.insert(error).inserted { report(error) }
  }
}
