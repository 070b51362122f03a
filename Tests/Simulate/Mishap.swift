import Glibc
import Models
import TestSupport

/// What happens to a sitting from outside, by chance.
enum Mishap: CaseIterable {
  /// The window has another size for a while.
  case resize
  /// A clip comes, goes, or gets another name.
  case change
  /// Flick is killed, and started again.
  case crash
  /// The power fails: what was not flushed to the disk may be lost.
  case powerFailure
  /// Another program writes to the store for a while.
  case lock
  /// The disk is full for a while.
  case full
  /// The link stands still for a while, or gets another rate.
  case link
  /// `ssh` ends, and connects no more for a while.
  case lineBreak
  /// Nothing comes from the other machine for a while.
  case lineStall
  /// The other machine refuses requests for a while.
  case refusal

  /// Those of clips on another machine.
  static let far: [Self] = [.lineBreak, .lineStall, .refusal]

  /// Those of a sitting: each seed leaves out some, so that others are met undisturbed.
  static func drawn(using generator: inout SeededGenerator) -> [Mishap] {
    allCases.filter { !far.contains($0) && Int.random(in: 0..<4, using: &generator) == 0 }
  }

  /// Seconds from one to the next.
  static let pause = 0.5...6.0
  /// How long a store is locked, in seconds: shorter than Flick waits for it.
  static let lockTime = 0.1...1.2
  /// How long a disk is full, in seconds.
  static let fullTime = 2.0...20.0
  /// How long a link stands still.
  static let stallTime = 0.1...0.7
  /// How long something is wrong with another machine: up to what a player waits for it, and longer.
  private static let farTimes = [0.2...2.0, 2.0...7.0, 8.0...15.0]
  /// How long nothing is, after that: what comes back has to be seen.
  static let farPause = 0.5...20.0

  static func farTime(using generator: inout SeededGenerator) -> Double {
    .random(in: farTimes.randomElement(using: &generator) ?? pause, using: &generator)
  }

  /// A size of a window.
  static func size(using generator: inout SeededGenerator) -> CellSize {
    CellSize(
      columns: Int.random(in: 5...160, using: &generator),
      rows: Int.random(in: 2...50, using: &generator))
  }

  /// Changes a folder of clips.
  ///
  /// - Parameter names: The clips in it.
  static func change(
    _ folder: String, _ names: inout [String], using generator: inout SeededGenerator
  ) {
    guard names.count > 2 else { return }
    let index = Int.random(in: names.indices, using: &generator)
    let name = names[index]
    switch Int.random(in: 0..<3, using: &generator) {
    case 0:
      unlink("\(folder)/\(name)")
      names.remove(at: index)
    case 1:
      rename("\(folder)/\(name)", "\(folder)/m\(name)")
      names[index] = "m\(name)"
    default:
      // The same content under another name.
      Glibc.link("\(folder)/\(name)", "\(folder)/c\(name)")
      names.append("c\(name)")
    }
  }

  /// The power fails: each file of a folder has its content of now, or of when it was flushed last.
  ///
  /// - Parameter flushed: The folder of those contents.
  static func loseUnflushed(
    _ folder: String, flushed: String, using generator: inout SeededGenerator
  ) {
    unlink("\(folder)/flick.db-shm")
    for name in ["flick.db", "flick.db-wal"] where Bool.random(using: &generator) {
      if access("\(flushed)/\(name)", R_OK) == 0 {
        rename("\(flushed)/\(name)", "\(folder)/\(name)")
      }
    }
  }
}
