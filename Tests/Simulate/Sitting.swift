import Glibc
import Models
import TestSupport

/// One person before one Flick, from its start to its end. All of it follows from the seed, or from a
/// script that an earlier sitting has left.
struct Sitting {
  /// When a process starts, in nanoseconds of its monotonic clock.
  private static let start: UInt64 = 1_000_000_000_000

  let setting: Setting
  private var machine: Machine
  private let program: String
  private let far: FarEnd
  private var oracle: Oracle
  private var generator: SeededGenerator
  private var outcome = Outcome()
  private var now = start
  private var nextPress: Double
  private var nextMishap: Double
  /// The size of the window that Flick does not know yet.
  private var newSize: CellSize?
  private var names: [String] = []
  private var shownWords = ""
  private var script: ArraySlice<Script.Press>?
  private var isFull = false
  private var leavesAt: Double?
  private var restoredAt: Double?
  private var lastCommand: String?
  private var closesLeft: Int
  private var lock: RecordFileLog?
  private var isDiskFull = false
  private var hasRested = false
  private var rival: Rival?
  /// Where the clips are, if that is not here.
  private let other: FarMachine?
  private let folder: ScratchFolder

  /// Begins a sitting.
  ///
  /// - Parameter script: The keys to press, in place of what the person would.
  init(_ setting: Setting, footage: CodedFootage, program: String, script: Script? = nil) throws {
    self.setting = setting
    self.script = script.map { $0.presses[...] }
    generator = SeededGenerator(seed: setting.seed &+ 1)
    folder = try ScratchFolder()
    let clips = folder.file("clips")
    mkdir(clips, 0o755)
    mkdir(folder.file(Rival.folder), 0o755)
    for (path, _) in footage.clips.prefix(setting.clipCount) {
      let name = path.split(separator: "/").last.map(String.init) ?? ""
      if setting.person.movesFiles {
        try Self.copy(path, to: "\(clips)/\(name)")
      } else {
        symlink(path, "\(clips)/\(name)")
      }
      if setting.hasRival { symlink(path, "\(folder.file(Rival.folder))/\(name)") }
      names.append(name)
    }
    mkdir(folder.file("flushed"), 0o755)
    closesLeft = setting.person.closesAll ? Person.closing : 0
    // A machine that cannot be reached at the start is an error.
    let start = 1 + (setting.line?.startTime ?? 0)
    nextMishap = setting.mishaps.isEmpty ? .infinity : start
    let home = folder.path
    other = setting.line.map { FarMachine($0, folder: home) }
    far = try FarEnd(
      size: setting.size, rate: setting.rate, delay: setting.delay, answers: setting.answers)
    oracle = Oracle(setting, footage: footage, folder: folder.path)
    self.program = program
    // First: until one of them waits, the other must not run.
    if setting.hasRival {
      let other = try Self.machine(program, setting, folder, clips: Rival.folder, at: Self.start)
      rival = try Rival(other, setting, at: 0)
    }
    machine = try Self.machine(program, setting, folder, at: Self.start)
    outcome.log = setting.log.flatMap { fopen($0, "w") }
    nextPress =
      script.map { $0.presses.first?.time ?? 1 } ?? start
      + Double.random(in: 0...1, using: &generator)
  }

  private static func machine(
    _ program: String, _ setting: Setting, _ folder: ScratchFolder, clips: String = "clips",
    at time: UInt64
  ) throws -> Machine {
    var environment = [
      "HOME": Machine.folder, "XDG_STATE_HOME": "\(Machine.folder)/state",
      "XDG_CACHE_HOME": "\(Machine.folder)/cache", "XDG_CONFIG_HOME": "\(Machine.folder)/config",
      "TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8", "TZ": "UTC",
    ]
    if setting.rate < .infinity { environment["SSH_CONNECTION"] = "far" }
    environment["FLICK_DECODING_COST"] = "\(setting.decodingCost)"
    let isFar = setting.line != nil && clips != Rival.folder
    if isFar { environment["FLICK_FAR"] = "1" }
    if clips == Rival.folder { environment["FLICK_PROCESS"] = "5000" }
    environment["FLICK_FLUSHED"] = "\(Machine.folder)/flushed"
    for name in ["FLICK_PLANTED", "FLICK_PLANTED_HITS"] {
      environment[name] = getenv(name).map { String(cString: $0) }
    }
    return try Machine(
      program,
      setting.person.arguments + [
        "--audio-device", "null", "--no-animation",
        isFar ? "far:\(clips)" : "\(Machine.folder)/\(clips)",
      ],
      environment: environment, in: folder.path, size: setting.size, seed: setting.seed &+ time,
      time: time)
  }

  private var time: Double { Double(now - Self.start) / 1e9 }

  /// Goes on until Flick has ended, or a rule is broken.
  consuming func run() throws -> Outcome {
    while let question = machine.question() {
      if let log = outcome.log { fputs("\(question)\n", log) }
      now = max(now, question.now)
      take()
      take(question)
      try advance(to: question.nextDeadline)
      if let finding = oracle.finding
        ?? (isStuck ? .init(rule: "quit", words: "q does not end it") : nil)
      {
        outcome.finding = finding
        machine.kill()
        break
      }
    }
    rival?.end()
    let status = machine.waitUntilEnded()
    // What it has written by then gets there, whenever the link can.
    let rest = machine.read(atMost: 1 << 24)
    outcome.note(rest, at: now)
    show(until: .infinity)
    far.screen.feed(rest)
    if let log = outcome.log { fclose(log) }
    outcome.log = nil
    outcome.time = time
    outcome.checks = oracle.checks
    if outcome.finding == nil {
      // What is left of one that was killed ends with its input.
      oracle.leaves(behind: other?.leftBehind ?? 0)
      oracle.ended(
        status: status, far.screen, left: leavesAt,
        restored: restoredAt ?? (far.screen.isRestored ? time : nil))
      outcome.finding = oracle.finding
    }
    return outcome
  }

  /// Quitting takes two seconds at most, and what is on the link.
  private var isStuck: Bool { leavesAt.map { time > $0 + 5 } ?? (time > setting.length + 60) }

  /// Takes what Flick has written, as far as the link does.
  private mutating func take() {
    let room = far.room(at: time)
    let bytes = machine.read(atMost: room)
    isFull = bytes.count == room
    guard !bytes.isEmpty else { return }
    outcome.note(bytes, at: now)
    far.send(bytes, at: time)
  }

  /// What concerns the programs that Flick starts.
  private func take(_ question: Machine.Question) {
    guard let other else { return }
    if let pipes = question.pipes { other.connect(pipes, at: time) }
    other.signal(question.signalled, at: time)
    other.receive(at: time)
  }

  /// Lets time pass until something happens: in Flick, on the link, or by the person.
  private mutating func advance(to deadline: UInt64) throws {
    let next = min(
      far.nextEvent(after: time, isFull: isFull), nextPress, nextMishap,
      other?.nextEvent(after: time) ?? .infinity, rival?.nextPress ?? .infinity)
    now = max(now, min(deadline, nanoseconds(next), rival?.deadline ?? .max))
    show(until: time)
    other?.advance(to: time)
    if other?.isWell(at: time) == false { oracle.lineFails(at: time) }
    oracle.timePasses(to: time)
    goOnWithRival()
    if time >= nextPress { press() }
    if time >= nextMishap, try meet() == .crash { return }
    // Rules about time are looked at each second.
    let quiet = min(
      far.nextEvent(after: time, isFull: isFull), nextPress, nextMishap, time + 1,
      other?.nextEvent(after: time) ?? .infinity, rival?.nextPress ?? .infinity)
    machine.answer(
      now: now, quietUntil: min(nanoseconds(quiet), rival?.deadline ?? .max) - 1, size: newSize,
      isDiskFull: isDiskFull, ended: other?.ended ?? 0)
    newSize = nil
  }

  private mutating func goOnWithRival() {
    guard var rival else { return }
    if time >= rival.nextPress { oracle.judge(&rival, at: time) }
    if !rival.goOn(at: now, time) { oracle.fail("rival", "the other Flick ended") }
    self.rival = rival
  }

  /// Shows what has arrived at the far end, and hands over what comes back from there.
  private mutating func show(until end: Double) {
    let time = time
    var (oracle, restoredAt, words) = (oracle, restoredAt, [String]())
    let replies = far.deliver(until: end) { screen in
      oracle.sees(screen, at: time)
      if setting.isWatched {
        words.append(
          Self.words(on: screen) + (oracle.playing.code.map { " [\($0.clip) \($0.frame)]" } ?? ""))
      }
      if leavesAt != nil, restoredAt == nil, screen.isRestored { restoredAt = time }
    }
    (self.oracle, self.restoredAt) = (oracle, restoredAt)
    if !replies.isEmpty {
      if let log = outcome.log {
        fputs("gets \(String(decoding: replies, as: UTF8.self).debugDescription)\n", log)
      }
      machine.write(replies)
    }
    for words in words where words != shownWords {
      print("  \(time) \(words)")
      shownWords = words
    }
  }

  private static func words(on screen: TerminalModel) -> String {
    (0..<screen.size.rows).map { row in
      screen.text(row: row).filter { !"▀▄█─━".contains($0) }
        .split(separator: " ").joined(separator: " ")
    }.filter { !$0.isEmpty }.joined(separator: " | ")
  }

  /// Something happens from outside.
  private mutating func meet() throws -> Mishap? {
    nextMishap = time + Double.random(in: Mishap.pause, using: &generator)
    if lock != nil {
      lock?.close()
      lock = nil
      return nil
    }
    if isDiskFull {
      isDiskFull = false
      return nil
    }
    if let other, !other.isWell(at: .infinity) {
      other.repair()
      nextMishap = time + Double.random(in: Mishap.farPause, using: &generator)
      return nil
    }
    guard leavesAt == nil else { return nil }
    let mishap = setting.mishaps[Int.random(in: setting.mishaps.indices, using: &generator)]
    switch mishap {
    case .resize:
      // Every other time it is as it was.
      let size =
        far.screen.size == setting.size ? Mishap.size(using: &generator) : setting.size
      newSize = size
      far.screen.resize(size)
      oracle.resized(to: size)
    case .change:
      Mishap.change(folder.file("clips"), &names, using: &generator)
      oracle.folderChanges(at: time)
    case .lock:
      lock = try? RecordFile(inStateFolder: folder.file("state/flick")).locked()
      nextMishap = time + Double.random(in: Mishap.lockTime, using: &generator)
    case .full:
      isDiskFull = true
      nextMishap = time + Double.random(in: Mishap.fullTime, using: &generator)
    case .link:
      if Bool.random(using: &generator) {
        far.stall(for: Double.random(in: Mishap.stallTime, using: &generator), at: time)
      } else if let rate = Setting.links.randomElement(using: &generator)?.0 {
        far.change(rate: rate)
      }
    case .lineBreak, .lineStall, .refusal:
      let duration = Mishap.farTime(using: &generator)
      nextMishap = time + duration
      switch mishap {
      case .lineBreak: other?.fail(at: time)
      case .lineStall:
        other?.stall(for: duration, at: time)
        nextMishap += Double.random(in: Mishap.farPause, using: &generator)
      default: other?.refuse([1, 2, 3, 5].randomElement(using: &generator) ?? 1)
      }
    case .crash, .powerFailure:
      machine.kill()
      _ = machine.waitUntilEnded()
      if mishap == .powerFailure {
        Mishap.loseUnflushed(
          folder.file("state/flick"), flushed: folder.file("flushed"), using: &generator)
      }
      // The shell gets it.
      far.dropInput()
      oracle.crashed(at: time)
      isDiskFull = false
      lastCommand = nil
      now += 500_000_000
      other?.begin()
      nextMishap += setting.line?.startTime ?? 0
      machine = try Self.machine(program, setting, folder, at: now)
    }
    return mishap == .powerFailure ? .crash : mishap
  }

  private func nanoseconds(_ seconds: Double) -> UInt64 {
    seconds < 1e9 ? Self.start + UInt64(max(seconds, 0) * 1e9) + 1 : .max
  }

  private mutating func press() {
    guard leavesAt == nil else {
      nextPress = .infinity
      return
    }
    oracle.settles(far.screen, at: time)
    let press: Script.Press
    if script != nil {
      press = script?.popFirst() ?? Script.Press(time: time, commands: ["quit"])
      nextPress = script?.first?.time ?? time + 4
    } else if time >= setting.length, closesLeft > 0 {
      closesLeft -= 1
      press = Script.Press(time: time, commands: ["close"])
      nextPress = time + 0.4
    } else if time >= setting.length, !hasRested {
      // What the last keys did is looked at, too.
      hasRested = true
      nextPress = time + 0.6 + setting.patience
      return
    } else if hasRested {
      press = Script.Press(time: time, commands: ["quit"])
    } else {
      let commands = setting.person.commands(after: lastCommand, using: &generator)
      press = Script.Press(time: time, commands: commands)
      nextPress =
        time
        + setting.person.pause(
          after: press, patience: setting.patience, using: &generator)
      // Now and then, somebody waits for what does not come at once.
      if setting.line != nil, Int.random(in: 0..<8, using: &generator) == 0 {
        nextPress += Oracle.longestStill + 1
      }
    }
    if press.commands != ["quit"] { outcome.script.presses.append(press) }
    for (index, command) in press.commands.enumerated() {
      oracle.pressed(command, after: lastCommand, follows: index > 0, at: time)
      outcome.commands.insert(command)
      lastCommand = command
    }
    oracle.uses(machine.usage)
    if press.commands == ["quit"] {
      oracle.leaves()
      leavesAt = time
      nextPress = .infinity
    }
    // Ctrl-C leaves also where letters are typed.
    let leaving: [UInt8] = [0x03]
    far.type(leavesAt == time ? leaving : press.commands.flatMap(Keyboard.bytes), at: time)
  }
}
