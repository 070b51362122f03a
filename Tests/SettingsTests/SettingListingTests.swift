import Foundation
import Testing

@testable import Settings

@Suite struct SettingListingTests {
  private static let keys = [
    SettingListing.KeyLine(
      action: "quit", keys: ["q", "\""], origin: .file("c.toml", TextPosition(line: 9)),
      summary: "quit"),
    SettingListing.KeyLine(action: "next-clip", keys: [], origin: .standard, summary: "next clip"),
  ]

  private func listing(_ arguments: [String]) -> [String] {
    let settings = EffectiveSettings([], commandLine: CommandLineSettings(arguments))
    return SettingListing.effective(
      settings, problems: [], keys: Self.keys, file: "/c.toml", exists: false
    ).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func valuesAreListedWithTheirOrigins() {
    let lines = listing(["--volume", "30", "--mute", "--match", "a\"b", "--start", "7"])
    #expect(lines.first == "# In effect now. File: /c.toml (not found)")
    for line in [
      "start = 7           # command line", "match = \"a\\\"b\"      # command line",
      "loop = \"one\"              # default", "volume = 30               # command line",
      "mute = true               # command line", "# preload-memory =         # not set",
      "history = true        # default", "quit = [\"q\", \"\\\"\"]  # c.toml:9",
      "next-clip = []      # default", "[keys]",
    ] {
      let words = line.split(separator: " ")
      #expect(lines.contains { $0.split(separator: " ") == words }, "\(line)")
    }
  }

  @Test func commentsOfAGroupAreAligned() {
    let group = listing([]).drop { $0 != "# Screen" }.dropFirst().prefix { !$0.isEmpty }
    let columns = group.map { $0.range(of: "  # ")?.lowerBound.utf16Offset(in: $0) }
    #expect(group.count > 4)
    #expect(Set(columns).count == 1)
  }

  @Test(arguments: [
    ("plain", "\"plain\""), ("a\\b", "\"a\\\\b\""), ("\u{1B}[31m\n", "\"\\u001B[31m\\n\""),
    ("日本", "\"日本\""), ("\u{7F}\u{9B}", "\"\\u007F\\u009B\""),
  ])
  func textIsQuoted(_ text: String, _ quoted: String) {
    #expect(SettingListing.quoted(text) == quoted)
  }

  @Test func templateContainsEveryOption() {
    let template = SettingListing.template(keys: Self.keys)
    for setting in Setting.all {
      #expect(template.contains("\n# \(setting.name) = "), "\(setting.name)")
    }
    let lines = template.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(lines == ["[keys]"])
  }
}
