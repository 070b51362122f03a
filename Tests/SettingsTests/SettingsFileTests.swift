import Glibc
import Models
import TestSupport
import Testing

@testable import Settings

@Suite struct SettingsFileTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  private var path: FilePath { FilePath(folder.file("config.toml")) }

  private func write(_ bytes: some Sequence<UInt8>) throws {
    let stream = try #require(path.withCString { fopen($0, "we") })
    let bytes = Array(bytes)
    #expect(fwrite(bytes, 1, bytes.count, stream) == bytes.count)
    fclose(stream)
  }

  private func read(_ text: String) throws -> SettingDocument {
    try write(text.utf8)
    return try #require(try SettingsFile.read(path))
  }

  /// The error message for a file that cannot be used, without its path.
  private func refusal(_ bytes: some Sequence<UInt8>) throws -> String {
    try write(bytes)
    return try refusal()
  }

  private func refusal() throws -> String {
    do {
      return "read: \(String(describing: try SettingsFile.read(path)))"
    } catch {
      #expect(error.description.hasPrefix("\(path):"))
      return String(error.description.dropFirst("\(path):".count))
    }
  }

  @Test func uncommentedTemplateIsAFileWithTheDefaults() throws {
    let template = SettingListing.template(keys: [
      SettingListing.KeyLine(
        action: "quit", keys: ["q", "\""], origin: .standard, summary: "quit = end")
    ])
    let lines = template.split(separator: "\n").map { line in
      line.hasPrefix("# ") && line.contains(" = ") ? line.dropFirst(2) : line
    }
    let layer = SettingLayer(try read(lines.joined(separator: "\n")))
    #expect(layer.problems == [])
    #expect(layer.keys.map { $0.keys.map(\.name) } == [["q", "\""]])
    for setting in Setting.all {
      #expect(layer.entries[setting.name]?.value == setting.standardValue, "\(setting.name)")
    }
  }

  @Test func standardPathFollowsTheXDGSpecification() {
    func path(_ environment: [String: String]) -> String? {
      SettingsFile.standardPath(environment: environment)?.description
    }
    #expect(path(["XDG_CONFIG_HOME": "/x", "HOME": "/h"]) == "/x/flick/config.toml")
    #expect(path(["XDG_CONFIG_HOME": "x", "HOME": "/h"]) == "/h/.config/flick/config.toml")
    #expect(path(["XDG_CONFIG_HOME": "", "HOME": "/h"]) == "/h/.config/flick/config.toml")
    #expect(path(["HOME": ""]) == nil)
    #expect(path(["HOME": "h"]) == nil)
    #expect(path([:]) == nil)
  }

  @Test func environmentMayNameAnotherFile() {
    func path(_ environment: [String: String]) -> String? {
      SettingsFile.namedPath(environment: environment)?.description
    }
    #expect(path(["FLICK_CONFIG": "f.toml", "HOME": "/h"]) == "f.toml")
    #expect(path(["FLICK_CONFIG": "", "HOME": "/h"]) == nil)
    #expect(path([:]) == nil)
  }

  @Test func missingFileIsNil() throws {
    #expect(try SettingsFile.read(FilePath("/no/such/file")) == nil)
    #expect(try SettingsFile.read(FilePath("/dev/null/file")) == nil)
    #expect(try SettingsFile.read(FilePath("/dev/null"))?.entries == [])
    #expect(try read("") == SettingDocument(path: path.description))
  }

  @Test func everyKindOfValueIsParsed() throws {
    let document = try read(
      """
      volume = 30
      fps = 12.5
      mute = true
      loop = "feed"
      files-from = ["a", 'b']
      color = 0x10
      later = 1979-05-27
      then = 07:32:00
      when = 1979-05-27T07:32:00Z
      deep = [[[[[1]]]]]
      [table]
      a = 1
      [[tables]]
      b = 2
      """)
    let lines: [String] = document.entries.map { "\($0.name) \($0.value) \($0.line ?? 0)" }
    #expect(
      lines == [
        "volume integer(30) 1", "fps number(12.5) 2", "mute flag(true) 3",
        "loop text(\"feed\") 4",
        "files-from list([Settings.SettingInput.text(\"a\"), Settings.SettingInput.text(\"b\")]) 5",
        "color integer(16) 6", "later other(\"a date\") 7", "then other(\"a date\") 8",
        "when other(\"a date\") 9",
        "\(document.entries[9].name) \(document.entries[9].value) 10",
        "table other(\"a table\") 11",
        "\(document.entries[11].name) \(document.entries[11].value) 13",
      ])
    #expect(document.keys.isEmpty)
  }

  @Test func keysAreInATable() throws {
    let document = try read("mute = true\n[keys]\nquit = \"x\"\n'next-clip' = [\n  \"n\",\n  5]\n")
    #expect(document.entries.map(\.name) == ["mute"])
    #expect(document.keys.map(\.name) == ["quit", "next-clip"])
    #expect(document.keys[1].value == .list([.text("n"), .integer(5)]))
    #expect(document.keys.compactMap(\.line) == [3, 4])
    #expect(try read("keys.quit = 'x'").keys.map(\.name) == ["quit"])
    #expect(try read("keys = { quit = 'x' }").keys.map(\.name) == ["quit"])
    #expect(try read("keys = 3").entries.map(\.name) == ["keys"])
  }

  @Test func entriesHaveTheLineOfTheirKey() throws {
    let document = try read(
      """
      # volume = 1
      'mute' = true # x\r
      volume=3
      more.of = [
        "loop"]
      loop = "off"
      [keys]
      volume = "v"
      [[later]]
      quit = 1
      """)
    let lines = ["mute 2", "volume 3", "more 4", "loop 6", "later 9"]
    #expect(document.entries.map { "\($0.name) \($0.line ?? 0)" } == lines)
    #expect(document.keys.compactMap(\.line) == [8])
    // In other spellings there is only the file.
    #expect(try read("keys = { quit = 'x' }").keys.map(\.line) == [nil])
  }

  @Test func syntaxErrorsHaveAPositionAndAHint() throws {
    #expect(try refusal("mute = true\nloop = feed\n".utf8).hasPrefix("2:"))
    #expect(try refusal("loop = feed # x".utf8).hasSuffix("text needs quotes: \"feed\""))
    #expect(try refusal("\n\nvolume = \n".utf8).hasPrefix("3:"))
    #expect(try refusal("volume = 3\nvolume = 4\n".utf8).hasPrefix("2:"))
    #expect(try refusal("a = \"x".utf8).hasPrefix("1:"))
    #expect(try refusal("[keys\n".utf8).hasPrefix("1:"))
    #expect(try refusal("volume 30".utf8).hasPrefix("1:"))
  }

  @Test func invalidTextIsRejected() throws {
    #expect(try refusal([0x61, 0x3D, 0x31, 0x0A, 0x62, 0xFF]) == "2: not UTF-8")
    #expect(try refusal(Array("a = 1\nb = \0".utf8)) == "2: it contains a NUL byte")
  }

  @Test func nonRegularFilesAreRejected() throws {
    #expect(mkdir(path.description, 0o700) == 0)
    #expect(try refusal() == " not a file")
    #expect(rmdir(path.description) == 0)
    #expect(mkfifo(path.description, 0o600) == 0)
    #expect(try refusal() == " not a file")
    #expect(unlink(path.description) == 0)
    #expect(symlink("config.toml", path.description) == 0)
    #expect(try refusal().contains("symbolic links"))
    #expect(unlink(path.description) == 0)
    #expect(symlink("/dev/zero", path.description) == 0)
    #expect(try refusal() == " larger than 64 KB")
  }

  @Test func oversizedFileIsRejected() throws {
    let line = Array("# a line of a comment that says nothing of interest\n".utf8)
    let fitting = Array(repeating: line, count: SettingsFile.sizeLimit / line.count).joined()
    try write(fitting)
    #expect(try SettingsFile.read(path)?.entries == [])
    #expect(try refusal(Array(fitting) + line) == " larger than 64 KB")
  }

  /// Nesting deep enough to overflow a recursive parser's stack.
  @Test(arguments: [("[", "]"), ("{a=", "}"), ("[\n{a.b.c=", "}\n]")])
  func deepNestingIsRejected(_ opening: String, _ closing: String) throws {
    let depth = SettingsFile.sizeLimit / (opening.count + closing.count) - 8
    let text =
      "a = " + String(repeating: opening, count: depth) + "1"
      + String(repeating: closing, count: depth)
    #expect(try refusal(text.utf8).hasSuffix(": nested too deeply"))
  }

  @Test(arguments: ["a = 1", "a = ", "a = 1\na = 2", "a"])
  func keysOfManyPartsAreRejected(_ end: String) throws {
    let dots = String(repeating: "a.", count: SettingsFile.sizeLimit / 2 - 50)
    for text in [dots + end, "[\(dots)a]\n\(end)", "[a.'b'.\"c\"]\n\(dots)\(end)"] {
      #expect(try refusal(text.utf8).hasSuffix(": nested too deeply"))
    }
  }

  @Test func fileFullOfUnknownOptionsIsParsed() throws {
    let text = (0..<7_000).map { "o\($0) = \($0)" }.joined(separator: "\n")
    let whole = text.prefix(SettingsFile.sizeLimit).split(separator: "\n").dropLast()
    let document = try read(whole.joined(separator: "\n"))
    #expect(document.entries.compactMap(\.line) == Array(1...whole.count))
  }
}
