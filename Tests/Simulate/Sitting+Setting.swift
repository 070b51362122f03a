import Models
import TestSupport

extension Sitting {
  /// What a sitting is made of.
  struct Setting {
    var seed: UInt64
    var person: Person
    var size: CellSize
    /// The link: bytes per second, and seconds each way.
    var rate: Double
    var delay: Double
    var answers = FarEnd.Answers.atOnce
    /// What decoding takes, in nanoseconds for each byte of a packet.
    var decodingCost = 20
    var clipCount: Int
    var mishaps: [Mishap] = []
    /// The way to the machine where the clips are; `nil` for this one.
    var line: FarMachine.Line?
    /// How long it lasts, in seconds.
    var length: Double
    /// A command of which the oracle is told another effect, so that it has to find something.
    var planted: String?
    /// Whether all words on the screen are printed as they change.
    var isWatched = false
    /// A file for all that the process asks and writes.
    var log: String?

    /// Draws a setting.
    init(seed: UInt64, person: Person?, length: Double) {
      var generator = SeededGenerator(seed: seed)
      self.seed = seed
      self.length = length
      let drawn = Person.all[Int.random(in: 0..<Person.all.count, using: &generator)]
      self.person = person ?? drawn
      size = CellSize(columns: 80, rows: 24)
      clipCount = Int.random(in: 3...24, using: &generator)
      (rate, delay) = (.infinity, 0)
      defer { if seed % 5 == 2 { drawLine() } }
      // Every other one is as good as it can be, so that the smallest fault shows.
      if Bool.random(using: &generator) { return }
      (rate, delay) = Self.links.randomElement(using: &generator) ?? (rate, delay)
      answers = FarEnd.Answers.allCases.randomElement(using: &generator) ?? answers
      decodingCost = [20, 2_000, 40_000, 100_000].randomElement(using: &generator) ?? decodingCost
      mishaps = Mishap.drawn(using: &generator)
    }

    /// From another generator: the rest of a setting is as it would be without.
    private mutating func drawLine() {
      var generator = SeededGenerator(seed: seed &+ 3)
      let delays = [0.0002, 0.01, 0.05]
      // A clip has some 25 kB/s.
      let rates = [Double.infinity, 2e6, 400e3]
      line = FarMachine.Line(
        rate: rates.randomElement(using: &generator) ?? .infinity,
        delay: delays.randomElement(using: &generator) ?? 0,
        loginTime: .random(in: 0.05...1.5, using: &generator),
        hasExtensions: .random(using: &generator),
        overwrites: Int.random(in: 0..<8, using: &generator) == 0,
        endTime: [0, 0.2, .infinity].randomElement(using: &generator) ?? 0)
      if Bool.random(using: &generator) { return }
      mishaps += Mishap.far.filter { _ in Bool.random(using: &generator) }
    }

    static let links = [(Double.infinity, 0.0), (1e6, 0.02), (250e3, 0.05), (60e3, 0.15)]

    /// Whether the machine where the clips are is always there.
    var isLineSteady: Bool { mishaps.allSatisfy { !Mishap.far.contains($0) } }

    /// How long it takes at most until a key has done all it does, in seconds: an apply goes there and back many
    /// times.
    var patience: Double { Oracle.patience + 25 * (line?.roundTrip ?? 0) }

    /// Whether there is a second Flick. After a power failure, both would have to begin again.
    var hasRival: Bool { person.isJudging && seed % 4 == 3 && !mishaps.contains(.powerFailure) }

    /// Decoding takes about as long as a frame is shown, or longer.
    var isHeavy: Bool { decodingCost > 2_000 }

    /// The link is as it is, and decoding takes no time.
    var isSteady: Bool {
      !isHeavy && answers == .atOnce && line == nil
        && mishaps.allSatisfy { [.crash, .powerFailure, .lock].contains($0) }
    }

    /// Nothing disturbs it, and all is fast.
    var isCalm: Bool { isCalmHere && line == nil }

    /// Nothing here does, and all here is fast.
    var isCalmHere: Bool {
      rate == .infinity && answers == .atOnce && decodingCost == 20 && mishaps.isEmpty
    }
  }
}

extension Sitting.Setting: CustomStringConvertible {
  var description: String {
    "\(person.name), \(clipCount) clips, \(rate) B/s, \(delay) s, answers \(answers), \(decodingCost) ns, \(mishaps)"
      + (line.map { ", \($0)" } ?? "")
  }
}
