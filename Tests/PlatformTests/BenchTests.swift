import TestSupport
import Testing

@Suite struct BenchTests {
  @Test func optionsAreReadInAnyOrder() throws {
    let options = try #require(
      BenchOptions(["--rounds", "3", "--against", "main~2", "--filter", "link", "--clips", "DIR"]))
    #expect(options.rounds == 3)
    #expect(options.commit == "main~2")
    #expect(options.filter == "link")
    #expect(options.clips == "DIR")
    #expect(try #require(BenchOptions([])).rounds == 5)
  }

  @Test(arguments: [
    ["--against"], ["--rounds", "0"], ["--rounds", "few"], ["--help"], ["--fast", "yes"],
  ])
  func whatIsNotUnderstoodIsRefused(_ arguments: [String]) {
    #expect(BenchOptions(arguments) == nil)
  }

  @Test func nameOfAGroupTakesPrecedenceOverPartsOfNames() throws {
    let names = ["start", "feed.start", "link", "link.start"]
    #expect(try #require(BenchOptions(["--filter", "start"])).groups(of: names) == ["start"])
    #expect(
      try #require(BenchOptions(["--filter", ".start"])).groups(of: names)
        == ["feed.start", "link.start"])
    #expect(try #require(BenchOptions([])).groups(of: names) == names)
  }

  @Test func groupsAreReadFromTheUsage() {
    let usage: [Substring] = ["usage: bench [--json FILE]", "names: [\"cells\", \"feed.start\"]"]
    #expect(BenchOptions.names(inUsage: usage) == ["cells", "feed.start"])
    #expect(BenchOptions.names(inUsage: ["bench: not found"]) == [])
  }

  @Test func figuresAreReadAsPrinted() {
    let figure = Figure(name: "start.picture", value: 53.25, unit: "ms")
    #expect(Figure(Substring(figure.line)) == figure)
    #expect(Figure("feed.start.ratio 1.5 ")?.unit == "")
    #expect(Figure("# ssh: skipped, no server") == nil)
    #expect(Figure("usage: bench") == nil)
  }

  @Test func mediansAndPercentiles() {
    #expect([Double]().median == 0)
    #expect([3.0, 1, 2].median == 2)
    #expect([4.0, 1, 2, 3].median == 2.5)
    #expect((1...100).map(Double.init).percentile(95) == 95)
    #expect([7.0].percentile(1) == 7)
  }

  private func rounds(_ name: String, _ values: [Double]) -> [[Figure]] {
    values.map { [Figure(name: name, value: $0, unit: "ms")] }
  }

  @Test func roundsAreCompared() throws {
    let comparisons = FigureComparison.all(
      old: rounds("start", [10, 20, 12]), new: rounds("start", [9, 10, 6]))
    let comparison = try #require(comparisons.first)
    #expect(comparisons.count == 1)
    #expect(comparison.ratio == 0.75)
    #expect(comparison.spread == 0.5...0.9)
    #expect(comparison.line == "start 12.0 9.0 ms, 0.75, 0.5 to 0.9")
  }

  @Test func figuresOfOneBuildAloneAreLeftOut() {
    #expect(FigureComparison.all(old: rounds("start", [1]), new: rounds("swipe", [1])).isEmpty)
    #expect(FigureComparison.all(old: [], new: rounds("swipe", [1])).isEmpty)
  }

  @Test func nothingIsDividedByZero() throws {
    let comparison = try #require(
      FigureComparison.all(old: rounds("idle", [0, 0]), new: rounds("idle", [0, 1])).first)
    #expect(comparison.ratio == nil)
    #expect(comparison.spread == nil)
    #expect(comparison.line == "idle 0.0 0.5 ms")
  }
}
