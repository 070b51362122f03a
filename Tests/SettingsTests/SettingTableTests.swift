import Settings
import TestSupport
import Testing

/// The table of options in the documentation.
@Suite struct SettingTableTests {
  @Test func optionTableMatchesTheCode() throws {
    let rows = Setting.all.map { setting in
      let standard =
        setting.standardValue.map { "`\(SettingListing.text($0, of: setting))`" } ?? ""
      let variable = setting.variable.map { "`\($0)`" } ?? ""
      return
        "| `\(setting.name)` | \(setting.summary) | \(setting.allowed) | \(standard) | \(variable) |"
    }
    let table =
      (["| option | does | takes | default | variable |", "| --- | --- | --- | --- | --- |"] + rows)
      .joined(separator: "\n")
    let part = try #require(GeneratedPart("options", of: "docs/configuration.md"))
    #expect(part.isEqual(to: table), "make docs writes:\n\(table)")
  }
}
