import FeedCore
import Glibc
import Models
import Network
import Platform

/// Does what a batch says, and takes it back (docs/decisions/triage.md).
///
/// The files themselves show what has been done, so that a batch can be finished or taken back after
/// a crash: a step is done if its file is at its target and not at its source. Nothing is
/// overwritten.
package struct BatchRunner {
  private let save: (FileBatch) throws(FileError) -> Void
  private let report: (FileError) -> Void
  private let far: (any FarFiles)?
  private var touched: Set<FilePath> = []
  /// Whether a machine could not be asked what has become of its files.
  private var isCutOff = false
  /// Called at each moment at which other programs might do something.
  var reached: (ApplyMoment) -> Void = { _ in }
  /// The local date and time, as a trash has it.
  private let date: String

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - far: The files on other machines; `nil` if there is no way there.
  ///   - save: Saves a batch so that it survives a power failure.
  ///   - report: Called with what cannot be done; the rest continues.
  package init(
    far: (any FarFiles)? = nil, save: @escaping (FileBatch) throws(FileError) -> Void,
    report: @escaping (FileError) -> Void
  ) {
    self.far = far
    self.save = save
    self.report = report
    let now = WallClock.now
    date = String(
      Timestamp.text(seconds: Int(saturating: now) + WallClock.timeZone(at: now)).dropLast())
  }

  /// Does what is planned.
  ///
  /// - Returns: How many clips could not be treated.
  /// - Throws: If the batch cannot be saved; then nothing more is done.
  @discardableResult
  package mutating func apply(_ batch: FileBatch) throws(FileError) -> Int {
    try apply(batch, isResumed: false)
  }

  /// Does the rest of what was interrupted.
  ///
  /// - Returns: How many clips could not be treated.
  /// - Throws: If the batch cannot be saved; then nothing more is done.
  @discardableResult
  package mutating func finish(_ batch: FileBatch) throws(FileError) -> Int {
    batch.state == .undoing ? try undo(batch) : try apply(batch, isResumed: true)
  }

  private mutating func apply(_ batch: FileBatch, isResumed: Bool) throws(FileError) -> Int {
    var batch = batch
    batch.state = .applying
    try save(batch)
    var failures = each(&batch, isBack: false) { runner, batch, clip throws(FileError) in
      for index in clip {
        let step = runner.runner(batch, index, isResumed: isResumed)
        do throws(FileError) {
          try step.perform()
          batch.steps[index].state = .done
        } catch {
          // All files of a clip go, or none. What cannot be put in order now may be later, by an undo.
          if !step.isSetAside { batch.steps[index].state = .failed }
          for later in (index + 1)..<clip.upperBound { batch.steps[later].state = .failed }
          runner.takeBack(clip.lowerBound..<(isResumed ? index + 1 : index), of: &batch)
          throw error
        }
      }
    }
    flush()
    failures += treatFar(&batch, isResumed: isResumed, isBack: false)
    // What has become of a file may be unknown: then the batch can still be finished.
    let isOpen = batch.steps.contains { $0.machine != nil && $0.state == .planned }
    batch.state = isOpen ? .applying : .applied
    try save(batch)
    return failures
  }

  private mutating func takeBack(_ steps: Range<Int>, of batch: inout FileBatch) {
    for index in steps.reversed() {
      do throws(FileError) {
        try runner(batch, index, isResumed: false).revert()
        batch.steps[index].state = .failed
      } catch {
        report(error)
      }
    }
  }

  /// Takes back what was done, as far as the files are there. What is not there may be later, when
  /// its disk is: it is tried again as long as that brings something back.
  ///
  /// - Returns: How many clips could not be brought back.
  @discardableResult
  package mutating func undo(_ batch: FileBatch) throws(FileError) -> Int {
    var batch = batch
    let isRepeated = batch.state == .partlyUndone
    let isResumed = batch.state != .applied
    let undone = batch.steps.count { $0.state == .undone }
    batch.state = .undoing
    try save(batch)
    var failures = each(&batch, isBack: true) { runner, batch, clip throws(FileError) in
      for index in clip.reversed() where ![.failed, .undone].contains(batch.steps[index].state) {
        try runner.runner(batch, index, isResumed: isResumed).revert()
        batch.steps[index].state = .undone
      }
    }
    flush()
    failures += treatFar(&batch, isResumed: isResumed, isBack: true)
    let hasProgress = batch.steps.count { $0.state == .undone } > undone
    let isOpen = batch.steps.contains {
      ($0.kind != .delete || $0.machine != nil && $0.state == .planned)
        && $0.state != .undone && $0.state != .failed
    }
    batch.state = isOpen && (hasProgress || !isRepeated || isCutOff) ? .partlyUndone : .undone
    try save(batch)
    return failures
  }

  /// Does the steps on other machines, or takes them back; reports what cannot be done.
  ///
  /// - Returns: How many clips could not be treated, or may not have been.
  private mutating func treatFar(
    _ batch: inout FileBatch, isResumed: Bool, isBack: Bool
  ) -> Int {
    let clips = Self.clips(of: batch, isBack: isBack).filter {
      batch.steps[$0.lowerBound].machine != nil
    }
    isCutOff = false
    let machines = Dictionary(grouping: clips) { batch.steps[$0.lowerBound].machine }
    for (machine, clips) in machines.sorted(by: { $0.value[0].lowerBound < $1.value[0].lowerBound })
    {
      guard let machine else { continue }
      do throws(FileError) {
        guard let far else {
          throw FileError(FilePath(machine.machineName), number: ENETUNREACH)
        }
        var runner = FarRunner(
          FarMachine(address: machine, files: far), batch: batch.id, isResumed: isResumed,
          report: report)
        try runner.run(isBack ? clips.reversed() : clips, of: &batch, isBack: isBack)
      } catch {
        isCutOff = true
        let words =
          isBack
          ? localized("%s: `flick undo` tries it again", error.words)
          : localized(
            "%s: `flick apply --finish` goes on, `flick undo` takes it back", error.words)
        report(FileError(error.path, number: error.number, words: words))
      }
    }
    return clips.count { clip in
      batch.steps[clip].contains {
        isBack ? ![.undone, .failed].contains($0.state) : $0.state != .done
      }
    }
  }

  /// The steps of each clip on one machine, unless nothing is left to do.
  private static func clips(of batch: FileBatch, isBack: Bool) -> [Range<Int>] {
    var clips: [Range<Int>] = []
    for (index, step) in batch.steps.enumerated() {
      if let last = clips.last, batch.steps[last.lowerBound].clip == step.clip,
        batch.steps[last.lowerBound].machine == step.machine
      {
        clips[clips.count - 1] = last.lowerBound..<(index + 1)
      } else {
        clips.append(index..<(index + 1))
      }
    }
    return clips.filter { clip in
      batch.steps[clip].contains {
        isBack ? ![.undone, .failed].contains($0.state) : $0.state == .planned
      }
    }
  }

  /// Calls a function with the steps of each clip on this machine; reports what it throws.
  private mutating func each(
    _ batch: inout FileBatch, isBack: Bool,
    _ body: (inout BatchRunner, inout FileBatch, Range<Int>) throws(FileError) -> Void
  ) -> Int {
    let clips = Self.clips(of: batch, isBack: isBack).filter {
      batch.steps[$0.lowerBound].machine == nil
    }
    var failures = 0
    for clip in isBack ? clips.reversed() : clips {
      do throws(FileError) {
        try body(&self, &batch, clip)
      } catch {
        failures += 1
        report(error)
      }
    }
    return failures
  }

  /// Makes the new names survive a power failure.
  private mutating func flush() {
    for folder in touched { folder.flush() }
    touched = []
  }

  private mutating func runner(
    _ batch: FileBatch, _ index: Int, isResumed: Bool
  ) -> StepRunner {
    let runner = StepRunner(
      step: batch.steps[index], sideName: batch.sideName(of: index), date: date,
      isResumed: isResumed, report: report, reached: reached)
    touched.formUnion(runner.folders)
    return runner
  }
}
