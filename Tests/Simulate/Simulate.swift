import Glibc
import Models
import Platform
import TerminalUI
import TestSupport

/// The command line of the simulator.
struct Simulate {
  private var options: [String: String] = [:]
  private let footage: CodedFootage
  private var checks: [String: Int] = [:]
  private var commands: Set<String> = []
  private var lasted = 0.0
  private var findings = 0
  /// Follows from the outcomes of all seeds.
  private var fingerprint: UInt64 = 0

  private static let usage = """
    usage: simulate [--seed N] [--count N] [--length SECONDS] [--person NAME] [--repeat N] [--hours N]
                    [--keys SCRIPT] [--plant COMMAND] [--flick PROGRAM] [--clips FOLDER]
                    [--far 1] [--watch 1] [--log FILE] [--stop 1]
    """

  /// Sits with one seed after the other.
  ///
  /// - Returns: The exit status: 0 if no rule was broken.
  static func run(_ arguments: [String]) throws -> Int32 {
    stayOnOneProcessor()
    var simulate = try Self(arguments)
    try simulate.sit()
    return simulate.findings == 0 ? 0 : 1
  }

  /// Only one of the simulator and its processes runs at a time: another processor would have to be woken
  /// each time.
  private static func stayOnOneProcessor() {
    let processor = Int(getpid()) % max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1)
    _ = try? Command.run(
      "taskset", ["-cp", "\(processor)", "\(getpid())"], standardOutput: "/dev/null")
  }

  private init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      guard name.hasPrefix("--"), let value = rest.popFirst() else { throw Failure(Self.usage) }
      options[String(name.dropFirst(2))] = value
    }
    footage = try CodedFootage(
      in: options["clips"] ?? "\(Machine.ownFolder)/simulated-clips", count: 24)
  }

  private func number(_ name: String, default value: UInt64) -> UInt64 {
    options[name].flatMap { UInt64($0) } ?? value
  }

  private mutating func sit() throws {
    let person = try options["person"].map { name in
      guard let person = Person.all.first(where: { $0.name == name }) else {
        throw Failure("nobody is called \(name)")
      }
      return person
    }
    let script = try options["keys"].map { text in
      guard let script = Script(text) else { throw Failure("\(text) is no script") }
      return script
    }
    let begin = HostTime.now
    let hours = options["hours"].flatMap { Double($0) }
    // For hours, other seeds than those of the tests.
    let first = number("seed", default: hours == nil ? 1 : .random(in: 1_000...1_000_000_000))
    let count = number("count", default: hours == nil ? script == nil ? 10 : 1 : 1_000_000_000)
    var told = begin
    for seed in first..<first + count where hours.map({ HostTime.now < begin + $0 * 3_600 }) ?? true
    {
      if options["stop"] != nil, findings > 0 { break }
      var setting = Sitting.Setting(
        seed: seed, person: person, length: Double(number("length", default: 60)))
      if options["far"] != nil, setting.line == nil { continue }
      setting.planted = options["plant"]
      setting.isWatched = options["watch"] != nil
      if setting.isWatched { print(setting) }
      setting.log = options["log"]
      try sit(setting, script)
      guard HostTime.now > told + 60 else { continue }
      told = HostTime.now
      tell(since: begin)
    }
    tell(since: begin)
    print(checks.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
    print("fingerprint \(String(fingerprint, radix: 16))")
    guard options["person"] == nil else { return }
    let unused = KeyMap.standard.bindings.filter { !$0.keys.isEmpty }.map(\.command.name)
      .filter { !commands.contains($0) }
    print("never pressed: \(unused.joined(separator: ", "))")
  }

  private func tell(since begin: Double) {
    func text(_ value: Double, _ digits: Double = 10) -> String {
      "\((value * digits).rounded() / digits)"
    }
    let took = HostTime.now - begin
    print(
      "\(text(lasted / 3_600, 100)) h in \(text(took)) s, \(text(lasted / took)) times as fast; \(findings) findings"
    )
  }

  private mutating func sit(_ setting: Sitting.Setting, _ script: Script?) throws {
    let outcome = try outcome(of: setting, script)
    lasted += outcome.time
    fingerprint = (fingerprint ^ outcome.fingerprint) &* 0x100_0000_01B3
    checks.merge(outcome.checks, uniquingKeysWith: +)
    commands.formUnion(outcome.commands)
    for _ in 1..<max(number("repeat", default: 1), 1) {
      let other = try self.outcome(of: setting, script).fingerprint
      guard other != outcome.fingerprint else { continue }
      findings += 1
      print("seed \(setting.seed): two outcomes, \(outcome.fingerprint) and \(other)")
    }
    guard let finding = outcome.finding else { return }
    findings += 1
    print("seed \(setting.seed): \(setting): \(finding.rule): \(finding.words)")
    fflush(nil)
    if options["stop"] != nil { return }
    let shrunk = try outcome.script.shrunk(most: 100) {
      try self.outcome(of: setting, $0).finding?.rule == finding.rule
    }
    print(
      "  --seed \(setting.seed) --person \(setting.person.name) --keys \"\(shrunk.text)\"")
    if let words = try self.outcome(of: setting, shrunk).finding?.words { print("  \(words)") }
    fflush(nil)
  }

  private func outcome(
    of setting: Sitting.Setting, _ script: Script?
  ) throws -> Sitting.Outcome {
    try Sitting(
      setting, footage: footage, program: options["flick"] ?? FlickProcess.binary, script: script
    ).run()
  }
}
