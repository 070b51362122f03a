import TestSupport
import Testing

/// The program in made-up time (docs/decisions/tests-simulation.md). `make simulate` goes on with other
/// seeds.
@Suite(.ownThreads) struct SimulationTests {
  private func simulate(_ arguments: [String]) throws -> (status: Int32, lines: [String]) {
    let folder = try ScratchFolder()
    let report = folder.file("report")
    let simulate =
      FlickProcess.binary.split(separator: "/", omittingEmptySubsequences: false)
      .dropLast().joined(separator: "/") + "/simulate"
    let status = try Command.run(simulate, arguments, standardOutput: report)
    let lines = String(decoding: Command.contents(of: report), as: UTF8.self)
      .split(separator: "\n").map(String.init)
    return (status, lines)
  }

  /// Each person with a seed. Equal seeds have equal outcomes: those who use everything show that.
  @Test(arguments: [
    ("swiper", 1, 10), ("judge", 1, 10), ("holder", 1, 4), ("hunter", 1, 15), ("clearer", 1, 15),
    ("opener", 1, 10), ("anybody", 1, 10), ("curator", 1, 10),
    // On another machine.
    ("judge", 2, 6), ("swiper", 12, 15),
  ])
  func noRuleIsBroken(person: String, seed: Int, seconds: Int) throws {
    let (status, lines) = try simulate([
      "--person", person, "--seed", "\(seed)", "--count", "1", "--length", "\(seconds)", "--repeat",
      ["anybody", "curator"].contains(person) || seed == 12 ? "2" : "1",
    ])
    #expect(status == 0, "\(lines.joined(separator: "\n"))")
    // It had something to judge.
    #expect(lines.contains { $0.contains("picture ") })
  }

  /// What broke a rule once, and what looks at it now.
  @Test(arguments: [
    (
      "hunter", 131, "step",
      """
      1.696485821:pause 5.21185765:pause 9.040940948:jump-6 11.233138736:pause 14.605406038:jump-1 \
      20.698414327:seek-forward 23.350165263:pause 26.13205661:pause 28.660868277:jump-3 33.525182036:pause \
      37.377195421:seek-back 40.194277722:pause 43.98138259:step-forward
      """
    ),
    ("hunter", 114, "bar", "4.66:pause"),
  ])
  func knownFaultsStayAway(person: String, seed: Int, rule: String, keys: String) throws {
    let (status, lines) = try simulate([
      "--person", person, "--seed", "\(seed)", "--length", "60", "--keys", keys,
    ])
    #expect(status == 0, "\(lines.joined(separator: "\n"))")
    #expect(lines.contains { $0.contains("\(rule) ") })
  }

  /// The oracle is told that `keep` does something else.
  @Test func whatIsBrokenIsFoundAndShrunk() throws {
    let (status, lines) = try simulate([
      "--person", "judge", "--seed", "1", "--count", "1", "--length", "20", "--plant", "keep",
    ])
    #expect(status == 1)
    let script = lines.first { $0.contains("--keys") } ?? ""
    #expect(script.contains(#/--keys "[0-9.]+:keep"/#), "\(lines.joined(separator: "\n"))")
  }
}
