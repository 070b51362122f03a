import TestSupport
import Testing

@testable import Settings

@Suite struct EffectiveSettingsTests {
  private func settings(
    file: [(String, SettingInput)] = [], environment: [String: String] = [:],
    _ arguments: [String] = []
  ) -> EffectiveSettings {
    var document = SettingDocument(path: "c.toml")
    document.entries = file.map { SettingDocument.Entry(name: $0, value: $1, line: 1) }
    return EffectiveSettings(
      [SettingLayer(document), SettingLayer(environment: environment)],
      commandLine: CommandLineSettings(arguments))
  }

  private func origin(_ settings: EffectiveSettings, _ name: String) throws -> String {
    settings.origin(of: try #require(Setting.named(name))).description
  }

  @Test func commandLineOverridesEnvironmentAndFile() throws {
    let file: [(String, SettingInput)] = [
      ("volume", .integer(10)), ("loop", .text("off")), ("color", .text("mono")),
    ]
    let environment = ["FLICK_VOLUME": "20", "FLICK_LOOP": "feed"]
    let settings = settings(file: file, environment: environment, ["--volume", "30", "x"])
    #expect(settings.arguments == ["--loop=feed", "--color=mono", "--volume", "30", "x"])
    #expect(try origin(settings, "volume") == "command line")
    #expect(try origin(settings, "loop") == "FLICK_LOOP")
    #expect(try origin(settings, "color") == "c.toml:1")
    #expect(try origin(settings, "glyphs") == "default")
  }

  @Test func flagsCanBeTurnedOffAgain() {
    let file: [(String, SettingInput)] = [("mute", .flag(true)), ("history", .flag(false))]
    #expect(settings(file: file).arguments == ["--mute", "--no-history"])
    #expect(settings(file: file, ["--no-mute", "--history"]).arguments == [])
    #expect(
      settings(file: file, environment: ["FLICK_MUTE": "0"]).arguments == ["--no-history"])
  }

  @Test func startAndResumeReplaceEachOther() {
    #expect(
      settings(file: [("resume", .flag(true))], ["--start", "3"]).arguments == ["--start", "3"])
    #expect(settings(file: [("start", .integer(3))], ["--resume"]).arguments == ["--resume"])
    #expect(
      settings(file: [("resume", .flag(true))], ["--no-resume", "--start=3"]).arguments
        == ["--start=3"])
    // If both are on the command line, the parser handles them.
    #expect(settings(["--resume", "--start", "3"]).arguments == ["--resume", "--start", "3"])
  }

  @Test func pathsReplaceLikedAndLists() {
    let liked: [(String, SettingInput)] = [("liked", .flag(true))]
    let lists: [(String, SettingInput)] = [
      ("files-from", .list([.text("a"), .text("b")])), ("null", .flag(true)),
    ]
    #expect(settings(file: liked).arguments == ["--liked"])
    #expect(settings(file: liked, ["x"]).arguments == ["x"])
    #expect(settings(file: liked, ["--files-from", "x"]).arguments == ["--files-from", "x"])
    #expect(
      settings(file: lists).arguments == ["--files-from=a", "--files-from=b", "--null"])
    #expect(settings(file: lists, ["x"]).arguments == ["x"])
    #expect(settings(file: lists, ["-"]).arguments == ["--null", "-"])
    #expect(settings(file: lists, ["--liked"]).arguments == ["--liked"])
    #expect(settings(["-0"]).arguments == ["--null"])
  }

  @Test func valueWithLeadingDashesIsNotAnOption() {
    #expect(settings(file: [("match", .text("--mute"))]).arguments == ["--match=--mute"])
  }

  /// Whatever the layers contain, the command line wins, and no option appears twice.
  @Test func commandLineWinsOverRandomLayers() throws {
    var generator = SeededGenerator(seed: 7)
    let texts: [(String, SettingInput, String)] = [
      ("volume", .integer(5), "5"), ("loop", .text("off"), "off"), ("mute", .flag(true), "1"),
      ("history", .flag(false), "0"), ("sort", .text("date"), "date"), ("fps", .integer(9), "9"),
    ]
    for _ in 0..<500 {
      let file = texts.filter { _ in Bool.random(using: &generator) }
      let environment = texts.filter { _ in Bool.random(using: &generator) }
      let line = texts.filter { _ in Bool.random(using: &generator) }
      var arguments: [String] = []
      for (name, value, text) in line {
        if case .flag = value {
          arguments.append("--\(name)")
        } else {
          arguments += ["--\(name)", text]
        }
      }
      let settings = settings(
        file: file.map { ($0.0, $0.1) },
        environment: Dictionary(
          uniqueKeysWithValues: environment.map { ("FLICK_\($0.0.uppercased())", $0.2) }),
        arguments)
      for (name, _, _) in texts {
        func has(_ layer: [(String, SettingInput, String)]) -> Bool {
          layer.contains { $0.0 == name }
        }
        let wanted =
          if has(line) {
            "command line"
          } else if has(environment) {
            "FLICK_\(name.uppercased())"
          } else if has(file) { "c.toml:1" } else { "default" }
        #expect(try origin(settings, name) == wanted)
        let options: [Substring?] = settings.arguments.map { $0.split(separator: "=").first }
        #expect(options.count { $0 == "--\(name)" } <= 1)
      }
      #expect(CommandLineSettings(settings.arguments).layer.problems.isEmpty)
    }
  }
}
