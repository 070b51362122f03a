import Testing

@testable import Settings

@Suite struct SettingLayerTests {
  private func entry(_ name: String, _ value: SettingInput, line: Int = 1) -> SettingDocument.Entry
  {
    SettingDocument.Entry(name: name, value: value, line: line)
  }

  private func layer(_ entries: SettingDocument.Entry...) -> SettingLayer {
    var document = SettingDocument(path: "c.toml")
    document.entries = entries
    return SettingLayer(document)
  }

  @Test func fileEntriesHaveValuesAndOrigins() {
    let layer = layer(entry("volume", .integer(30), line: 3), entry("mute", .flag(true), line: 4))
    #expect(layer.problems.isEmpty)
    #expect(layer.entries["volume"]?.value == .text("30"))
    #expect(layer.entries["volume"]?.origin == .file("c.toml", TextPosition(line: 3)))
    #expect(layer.entries["mute"]?.value == .flag(true))
  }

  @Test func flagsHaveOpposites() {
    #expect(layer(entry("no-history", .flag(true))).entries["history"]?.value == .flag(false))
    #expect(layer(entry("no-mute", .flag(false))).entries["mute"]?.value == .flag(true))
    // Only flags do.
    #expect(layer(entry("no-volume", .integer(3))).problems.map(\.isError) == [false])
  }

  @Test func flagAndItsOppositeConflict() {
    let layer = layer(entry("mute", .flag(true)), entry("no-mute", .flag(true), line: 2))
    #expect(
      layer.problems.map(\.description) == [
        "c.toml:2: `no-mute` and its opposite cannot be combined"
      ])
  }

  @Test func startAndResumeConflict() {
    let layer = layer(entry("start", .integer(2)), entry("resume", .flag(true), line: 2))
    #expect(layer.problems.map(\.isError) == [true])
    #expect(self.layer(entry("start", .integer(2)), entry("resume", .flag(false))).problems.isEmpty)
  }

  @Test(arguments: [
    ("volum", "c.toml:1: unknown option `volum`: did you mean `volume`?"),
    ("teleport", "c.toml:1: unknown option `teleport`"),
    ("key", "c.toml:1: keys belong in a table: [keys]"),
    ("config", "c.toml:1: `config` works only on the command line"),
  ])
  func unknownOptionIsAWarning(_ name: String, _ words: String) {
    let problems = layer(entry(name, .integer(1))).problems
    #expect(problems.map(\.description) == [words])
    #expect(problems.map(\.isError) == [false])
  }

  @Test func invalidValueIsAnErrorAtItsLine() {
    let problems = layer(entry("volume", .integer(130), line: 7)).problems
    #expect(
      problems.map(\.description) == [
        "c.toml:7: `volume` takes a whole number, 0 to 100, not 130"
      ])
    #expect(problems.map(\.isError) == [true])
  }

  @Test func emptyTextIsNoValueOfWhatHasNoDefault() {
    let layer = layer(entry("start", .text("")), entry("fps", .text("")))
    #expect(layer.entries.isEmpty && layer.problems.isEmpty)
    #expect(self.layer(entry("audio-device", .text(""))).problems.map(\.isError) == [true])
  }

  @Test func keysAreStringsOrListsOfStrings() {
    var document = SettingDocument(path: "c.toml")
    document.keys = [
      entry("quit", .text("x")), entry("next-clip", .list([.text("n"), .integer(5)]), line: 2),
      entry("mute", .list([])), entry("pause", .flag(true)),
    ]
    let layer = SettingLayer(document)
    #expect(layer.keys.map(\.action) == ["quit", "next-clip", "mute"])
    #expect(layer.keys.map { $0.keys.map(\.name) } == [["x"], ["n", "5"], []])
    #expect(layer.keys[1].keys[1].origin == .file("c.toml", TextPosition(line: 2)))
    #expect(layer.problems.map(\.isError) == [true])
  }

  @Test func environmentVariablesSetOptions() {
    let layer = SettingLayer(environment: [
      "FLICK_VOLUME": "30", "FLICK_NO_HISTORY": "1", "FLICK_AUDIO_DEVICE": "hw:1",
      "FLICK_MUTE": "", "FLICK_CONFIG": "/x", "HOME": "/",
    ])
    #expect(layer.problems.isEmpty)
    #expect(layer.entries.keys.sorted() == ["audio-device", "history", "volume"])
    #expect(layer.entries["history"]?.value == .flag(false))
    #expect(layer.entries["volume"]?.origin == .environment("FLICK_VOLUME"))
  }

  @Test func invalidVariablesAreReported() {
    let layer = SettingLayer(environment: [
      "FLICK_VOLUME": "loud", "FLICK_VOLUM": "3", "FLICK_FILES_FROM": "list", "FLICK_MUTE": "maybe",
    ])
    #expect(
      layer.problems.map(\.description) == [
        "FLICK_FILES_FROM: unknown option",
        "FLICK_MUTE: takes true or false, not \"maybe\"",
        "FLICK_VOLUM: unknown option: did you mean FLICK_VOLUME?",
        "FLICK_VOLUME: takes a whole number, 0 to 100, not \"loud\"",
      ])
    #expect(layer.problems.map(\.isError) == [false, true, false, true])
  }
}
