import Settings
import Testing

@Suite struct SettingTests {
  private func read(_ name: String, _ input: SettingInput) throws -> SettingValue {
    try #require(Setting.named(name)).value(of: input)
  }

  private func refusal(_ name: String, _ input: SettingInput) throws -> String {
    let setting = try #require(Setting.named(name))
    do {
      let value = try setting.value(of: input)
      return "taken: \(value)"
    } catch {
      return error.description
    }
  }

  @Test func everyDefaultIsValid() throws {
    for setting in Setting.all {
      guard case .text(let text) = setting.standardValue else { continue }
      #expect(try setting.value(ofText: text) == .text(text), "\(setting.name)")
    }
  }

  @Test func namesAreUnique() {
    #expect(Set(Setting.all.map(\.name)).count == Setting.all.count)
    #expect(
      Set(Setting.all.compactMap(\.variable)).count == Setting.all.compactMap(\.variable).count)
  }

  @Test(arguments: [
    ("volume", SettingInput.integer(30), "30"), ("fps", .integer(24), "24"),
    ("fps", .number(12.5), "12.5"), ("fps", .number(24), "24"), ("color", .integer(256), "256"),
    ("color", .text("mono"), "mono"), ("sort", .text("shuffle:7"), "shuffle:7"),
    ("max-rate", .text("2M"), "2M"), ("max-rate", .integer(500_000), "500000"),
    ("start", .integer(3), "3"), ("start", .text("river.mp4"), "river.mp4"),
    ("match", .text(""), ""),
  ])
  func validValuesAreAccepted(
    _ name: String, _ input: SettingInput, _ text: String
  ) throws {
    #expect(try read(name, input) == .text(text))
  }

  @Test func flagsAndListsAreAccepted() throws {
    #expect(try read("mute", .flag(true)) == .flag(true))
    #expect(try read("files-from", .list([.text("a"), .text("b")])) == .texts(["a", "b"]))
  }

  @Test(arguments: [
    ("volume", SettingInput.integer(101), "takes a whole number, 0 to 100, not 101"),
    (
      "volume", .text("30"),
      "takes a whole number, 0 to 100, not \"30\": leave the quotes out"
    ),
    ("volume", .number(30.5), "takes a whole number, 0 to 100, not 30.5"),
    ("volume", .flag(true), "takes a whole number, 0 to 100, not true"),
    ("mute", .text("true"), "takes true or false, not \"true\": leave the quotes out"),
    ("mute", .integer(1), "takes true or false, not 1"),
    ("loop", .text("fed"), "takes one, feed or off, not \"fed\": did you mean \"feed\"?"),
    ("loop", .text("forever"), "takes one, feed or off, not \"forever\""),
    ("loop", .list([]), "takes one, feed or off, not a list"),
    ("loop", .other("a table"), "takes one, feed or off, not a table"),
    (
      "sort", .text("shuffle:x"),
      "takes name, date, modified, size, duration, rediscover, shuffle or shuffle:SEED, not \"shuffle:x\": did you mean "
        + "\"shuffle\"?"
    ),
    ("fps", .number(.nan), "takes a number, 1 to 240, not nan"),
    ("fps", .number(.infinity), "takes a number, 1 to 240, not inf"),
    ("mark-lead", .text("2m"), "takes a time such as 2s or 250ms, at most 60 s, not \"2m\""),
    ("mark-lead", .integer(61), "takes a time such as 2s or 250ms, at most 60 s, not 61"),
    (
      "advance", .text("rating"),
      "takes verdicts, ratings or tags, not \"rating\": did you mean \"ratings\"?"
    ),
    ("seek-bar", .flag(true), "takes auto or always, not true"),
    ("max-rate", .text("1"), "takes a size such as 500K or 2M, at least 1000 bytes, not \"1\""),
    ("max-rate", .integer(-5), "takes a size such as 500K or 2M, at least 1000 bytes, not -5"),
    ("start", .integer(0), "takes a clip number (from 1) or a file name, not 0"),
    ("files-from", .text("a"), "takes a list of strings, not \"a\""),
    ("files-from", .list([.integer(1)]), "takes a list of strings, not a list"),
  ])
  func invalidValuesAreRejectedWithAHint(
    _ name: String, _ input: SettingInput, _ words: String
  ) throws {
    #expect(try refusal(name, input) == words)
  }

  @Test(arguments: ["1", "true", "YES", "on"])
  func variablesTurnFlagsOn(_ text: String) throws {
    #expect(try #require(Setting.named("mute")).value(ofText: text) == .flag(true))
  }

  @Test(arguments: [
    ("1G", 1 << 30), ("1.5k", 1_536), ("0", 0), ("65536", 65_536), ("1024G", 1 << 40),
  ])
  func byteCountsAreParsed(_ text: String, _ bytes: Int) {
    #expect(ByteCount(text)?.bytes == bytes)
  }

  @Test(arguments: ["", "M", "1e9", "-4M", "inf", "0x1p4", "1MB", "1..2"])
  func invalidByteCountsAreRejected(_ text: String) {
    #expect(ByteCount(text) == nil)
  }

  @Test func tooLargeByteCountIsRejected() {
    #expect(ByteCount("9999999G") == nil)
  }
}
