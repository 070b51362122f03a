import Files
import Models
import Platform
import TestSupport
import Testing

@Suite struct DesktopAttributesTests {
  private let scratch: ScratchFolder
  private let clip: FilePath

  init() throws {
    scratch = try ScratchFolder()
    clip = FilePath(scratch.file("clip.mp4"))
    try clip.write([1], mode: 0o600)
  }

  private func set(_ name: String, _ text: String) throws {
    try clip.withCString { path throws(SystemError) in
      try FileAttribute.set(name, to: Array(text.utf8), of: path)
    }
  }

  @Test func attributesOfDolphinAreRead() throws {
    #expect(DesktopAttributes.review(of: clip) == Review())
    try set("user.xdg.tags", "night,two words,,\u{1B}x")
    try set("user.baloo.rating", "7")
    #expect(
      DesktopAttributes.review(of: clip)
        == Review(rating: 4, tags: ["night", "two words", "\u{FFFD}x"]))
  }

  @Test(arguments: ["", "11", "-1", "x", "9999999999999999999999"])
  func impossibleRatingsAreNone(_ text: String) throws {
    try set("user.baloo.rating", text)
    #expect(DesktopAttributes.review(of: clip) == Review())
  }

  @Test func reviewIsWritten() throws {
    try set("user.xdg.tags", "night")
    #expect(try DesktopAttributes.write(Review(rating: 3, tags: ["day", "night"]), to: clip))
    #expect(DesktopAttributes.review(of: clip) == Review(rating: 3, tags: ["night", "day"]))
    #expect(try !DesktopAttributes.write(Review(rating: 3, tags: ["day"]), to: clip))
    #expect(try !DesktopAttributes.write(Review(verdict: .reject), to: clip))
    let value = clip.withCString { FileAttribute.value("user.baloo.rating", of: $0) }
    #expect(value == Array("6".utf8))
  }

  /// What Flick cannot show stays as it is.
  @Test func strangeTagsStay() throws {
    let strange = (0..<70).map { "tag \($0)" }.joined(separator: ",") + ",a\u{1B}b, blanks ,"
    try set("user.xdg.tags", strange)
    #expect(try DesktopAttributes.write(Review(tags: ["new"]), to: clip))
    let value = clip.withCString { FileAttribute.value("user.xdg.tags", of: $0) }
    #expect(value == Array("\(strange),new".utf8))
  }

  @Test func missingFilesHaveNone() {
    let other = FilePath(scratch.file("other.mp4"))
    #expect(DesktopAttributes.review(of: other) == Review())
    #expect(throws: FileError.self) { try DesktopAttributes.write(Review(rating: 1), to: other) }
  }
}
