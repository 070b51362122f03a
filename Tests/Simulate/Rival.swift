import Models
import TestSupport

/// A second Flick of the same user at the same time, on the same store, before a folder of its own.
///
/// Somebody keeps or rejects a clip there every few seconds. What is decided in one of them, the other one neither
/// loses nor takes back.
struct Rival {
  /// What it decides, by clip.
  typealias Verdicts = [Int: String]

  /// That of its clips.
  static let folder = "others"

  private let machine: Machine
  private let far: FarEnd
  private var generator: SeededGenerator
  /// When it goes on by itself, in nanoseconds.
  private(set) var deadline: UInt64
  /// When a key is pressed, in seconds.
  private(set) var nextPress: Double
  private var verdicts = Verdicts()
  private var last: (clip: Int, verdict: String)?

  /// - Parameter time: Seconds since the sitting's start.
  init?(_ machine: Machine, _ setting: Sitting.Setting, at time: Double) throws {
    self.machine = machine
    far = try FarEnd(size: setting.size, rate: .infinity, delay: 0, answers: .atOnce)
    generator = SeededGenerator(seed: setting.seed &+ 2)
    nextPress = time + 4
    guard let question = machine.question() else { return nil }
    deadline = question.nextDeadline
  }

  /// Has it go on until nothing in it can.
  ///
  /// - Returns: Whether it still runs.
  mutating func goOn(at now: UInt64, _ time: Double) -> Bool {
    var hasInput = true
    while hasInput || deadline <= now {
      machine.answer(now: now, quietUntil: now)
      guard let question = machine.question() else { return false }
      deadline = question.nextDeadline
      far.send(machine.read(atMost: far.room(at: time)), at: time)
      let replies = far.deliver(until: time) { _ in }
      machine.write(replies)
      hasInput = !replies.isEmpty
    }
    return true
  }

  /// Compares what the store holds with what was decided, and decides again.
  ///
  /// - Parameter isCertain: Whether everything can be saved.
  /// - Returns: What is wrong.
  mutating func judge(_ stored: Verdicts, isCertain: Bool, at time: Double) -> String? {
    var wanted = verdicts
    if let last { wanted[last.clip] = last.verdict }
    guard stored == wanted || !isCertain && stored == verdicts else {
      return "the other Flick decided \(wanted), and the store holds \(stored)"
    }
    verdicts = stored
    last = nil
    let clips = (0..<far.screen.size.rows).compactMap {
      Sitting.clip(named: far.screen.text(row: $0))
    }
    if let clip = clips.first {
      let verdict = ["keep", "reject"].randomElement(using: &generator) ?? ""
      last = (clip, verdict)
      machine.write(Keyboard.bytes(of: verdict))
    }
    nextPress = time + Double.random(in: 3...6, using: &generator)
    return nil
  }

  func end() {
    machine.kill()
    _ = machine.waitUntilEnded()
  }
}
