import Settings
import Testing

@Suite struct CommandLineSettingsTests {
  @Test func flagsAreExtractedAndTheRestIsKept() {
    let line = CommandLineSettings([
      "--mute", "a", "--volume", "30", "--loop=off", "-0", "--no-history", "--", "--mute",
    ])
    #expect(line.arguments == ["a", "--volume", "30", "--loop=off", "--", "--mute"])
    #expect(line.layer.entries["mute"]?.value == .flag(true))
    #expect(line.layer.entries["null"]?.value == .flag(true))
    #expect(line.layer.entries["history"]?.value == .flag(false))
    #expect(line.layer.entries["volume"]?.value == .text("30"))
    #expect(line.layer.entries["loop"]?.value == .text("off"))
    #expect(line.hasPaths)
  }

  @Test func laterOfAFlagAndItsOppositeWins() {
    #expect(
      CommandLineSettings(["--mute", "--no-mute"]).layer.entries["mute"]?.value == .flag(false))
  }

  @Test func valueThatLooksLikeAFlagIsAValue() {
    let line = CommandLineSettings(["--start", "--mute"])
    #expect(line.arguments == ["--start", "--mute"])
    #expect(line.layer.entries["mute"] == nil)
    #expect(!line.hasPaths)
  }

  @Test func invalidArgumentsAreLeftToTheParser() {
    let arguments = ["--mut", "--mute=1", "--no-volume", "-x", "--volume"]
    let line = CommandLineSettings(arguments)
    #expect(line.arguments == arguments)
    #expect(line.layer.entries.isEmpty)
  }

  @Test func repeatedListsAccumulate() {
    let line = CommandLineSettings(["--files-from", "a", "--files-from=b", "-"])
    #expect(line.layer.entries["files-from"]?.value == .texts(["a", "b"]))
    #expect(line.readsInput)
  }

  @Test func repeatedKeysAccumulatePerAction() {
    let line = CommandLineSettings([
      "--key", "quit=x", "--key=quit==", "--key", "mute=", "--config", "c.toml",
    ])
    #expect(line.layer.keys.map(\.action) == ["quit", "mute"])
    #expect(line.layer.keys.map { $0.keys.map(\.name) } == [["x", "="], []])
    #expect(line.file == "c.toml")
    #expect(line.layer.problems.isEmpty)
  }

  @Test func invalidValuesAreRejected() {
    let line = CommandLineSettings(["--volume", "200", "--max-rate=9"])
    #expect(line.arguments == ["--volume", "200", "--max-rate=9"])
    #expect(line.layer.entries.isEmpty)
    #expect(
      line.layer.problems.map(\.words) == [
        "--volume takes a whole number, 0 to 100, not 200",
        "--max-rate takes a size such as 500K or 2M, at least 1000 bytes, not \"9\"",
      ])
    #expect(line.layer.problems.allSatisfy { $0.origin == .commandLine && $0.isError })
  }

  @Test func keyWithoutAnActionIsRejected() {
    let problems = CommandLineSettings(["--key", "quit"]).layer.problems
    #expect(problems.map(\.words) == ["--key takes ACTION=KEY, such as quit=x, not quit"])
  }
}
