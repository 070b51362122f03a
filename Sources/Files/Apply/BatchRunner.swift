import FeedCore
import Glibc
import Models
import Platform

/// Does what a batch says, and takes it back (docs/decisions/triage.md).
///
/// The files themselves show what has been done, so that a batch can be finished or taken back after
/// a crash: a step is done if its file is at its target and not at its source. Nothing is
/// overwritten.
package struct BatchRunner {
  private let save: (FileBatch) throws(FileError) -> Void
  private let report: (FileError) -> Void
  private var touched: Set<FilePath> = []
  /// Called at each moment at which other programs might do something.
  var reached: (ApplyMoment) -> Void = { _ in }
  /// The local date and time, as a trash has it.
  private let date: String

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - save: Saves a batch so that it survives a power failure.
  ///   - report: Called with what cannot be done; the rest continues.
  package init(
    save: @escaping (FileBatch) throws(FileError) -> Void, report: @escaping (FileError) -> Void
  ) {
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
    let failures = each(&batch, reversed: false) { runner, batch, clip throws(FileError) in
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
    batch.state = .applied
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
    let failures = each(&batch, reversed: true) { runner, batch, clip throws(FileError) in
      for index in clip.reversed() where ![.failed, .undone].contains(batch.steps[index].state) {
        try runner.runner(batch, index, isResumed: isResumed).revert()
        batch.steps[index].state = .undone
      }
    }
    flush()
    let hasProgress = batch.steps.count { $0.state == .undone } > undone
    let isOpen = batch.steps.contains {
      $0.kind != .delete && $0.state != .undone && $0.state != .failed
    }
    batch.state = isOpen && (hasProgress || !isRepeated) ? .partlyUndone : .undone
    try save(batch)
    return failures
  }

  /// Calls a function with the steps of each clip; reports what it throws.
  private mutating func each(
    _ batch: inout FileBatch, reversed: Bool,
    _ body: (inout BatchRunner, inout FileBatch, Range<Int>) throws(FileError) -> Void
  ) -> Int {
    var clips: [Range<Int>] = []
    for index in batch.steps.indices {
      if let last = clips.last, batch.steps[last.lowerBound].clip == batch.steps[index].clip {
        clips[clips.count - 1] = last.lowerBound..<(index + 1)
      } else {
        clips.append(index..<(index + 1))
      }
    }
    var failures = 0
    for clip in reversed ? clips.reversed() : clips {
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
