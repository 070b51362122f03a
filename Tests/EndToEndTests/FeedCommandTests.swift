import Foundation
import Glibc
import Models
import TestSupport
import Testing

/// `flick feed`, which writes a feed of a folder.
@Suite(.ownThreads) struct FeedCommandTests {
  private struct Page: Decodable {
    struct Item: Decodable {
      var id: String
      var title: String
      var attachments: [Attachment]
    }
    struct Attachment: Decodable {
      var url: String
      var mimeType: String
      var sizeInBytes: Int
      var durationInSeconds: Double?
    }
    var version: String
    var title: String
    var nextUrl: String?
    var items: [Item]
  }

  let clips: Clips
  let output: ScratchFolder

  init() throws {
    clips = try Clips.shared.get()
    output = try ScratchFolder()
  }

  private func run(
    _ arguments: [String], workingDirectory: String? = nil
  ) throws -> (exit: PtyProcess.Exit?, error: String) {
    let flick = try FlickProcess(arguments, audioDevice: nil, workingDirectory: workingDirectory)
    let exit = flick.waitForExit()
    #expect(flick.output.isEmpty || exit == .status(0))
    return (exit, flick.standardError)
  }

  private func publish(
    _ folder: String, _ more: [String] = []
  ) throws -> (exit: PtyProcess.Exit?, error: String) {
    try run(
      ["feed", folder, "--base-url", "https://example.org/my clips", "-o", output.path] + more)
  }

  private func page(_ name: String) throws -> Page {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Page.self, from: Data(Command.contents(of: output.file(name))))
  }

  private func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  /// A folder with three of the clips, one of them in a subfolder whose name needs encoding.
  private func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    #expect(mkdir(folder.file("50% é"), 0o700) == 0)
    for (index, name) in ["clip 10.mp4", "clip 2.mp4", "50% é/deep.mp4"].enumerated() {
      _ = try Command.run("cp", [clips.path(index), folder.file(name)])
    }
    return folder
  }

  @Test func folderBecomesPagesInFeedOrder() throws {
    let folder = try folder()
    let (exit, error) = try publish(folder.path, ["--page-size", "2", "--title", "Mine"])
    #expect(exit == .status(0))
    #expect(error == "")
    #expect(try names(in: output.path) == ["feed-2.json", "feed.json"])
    let first = try page("feed.json")
    #expect(first.version == "https://jsonfeed.org/version/1.1")
    #expect(first.title == "Mine")
    #expect(first.items.map(\.title) == ["clip 2.mp4", "clip 10.mp4"])
    #expect(first.nextUrl == "https://example.org/my%20clips/feed-2.json")
    let second = try page("feed-2.json")
    #expect(second.nextUrl == nil)
    #expect(second.items.map(\.id) == ["https://example.org/my%20clips/50%25%20%C3%A9/deep.mp4"])
    let attachment = try #require(second.items.first?.attachments.first)
    #expect(attachment.mimeType == "video/mp4")
    #expect(attachment.sizeInBytes == Command.contents(of: clips.path(2)).count)
    #expect(abs((attachment.durationInSeconds ?? 0) - 3) < 0.2)
  }

  @Test func rewritingKeepsUnchangedPagesAndRemovesSurplusOnes() throws {
    let folder = try folder()
    let others = ["feed.json.bak", "feed-x.json"]
    for name in others { _ = try Command.run("touch", [output.file(name)]) }
    #expect(try publish(folder.path, ["--page-size", "1"]).exit == .status(0))
    let before = Command.contents(of: output.file("feed.json"))
    var status = stat()
    #expect(stat(output.file("feed.json"), &status) == 0)
    let number = status.st_ino
    #expect(try publish(folder.path, ["--page-size", "1"]).exit == .status(0))
    #expect(Command.contents(of: output.file("feed.json")) == before)
    #expect(stat(output.file("feed.json"), &status) == 0)
    #expect(status.st_ino == number, "unchanged pages are not rewritten")
    #expect(try publish(folder.path).exit == .status(0))
    #expect(try names(in: output.path) == ["feed-x.json", "feed.json", "feed.json.bak"])
    #expect(try page("feed.json").items.count == 3)
  }

  @Test func pagesBelowTheClipsLinkToEachOther() throws {
    let folder = try folder()
    let (exit, _) = try run([
      "feed", folder.path, "--base-url", "https://example.org/c/", "-o", folder.file("pages"),
      "--page-size=1", "--sort=size", "--reverse",
    ])
    #expect(exit == .status(0))
    let text = String(decoding: Command.contents(of: folder.file("pages/feed.json")), as: UTF8.self)
    #expect(text.contains(#""next_url": "https://example.org/c/pages/feed-2.json""#))
  }

  @Test func unplayableFilesAreSkippedAndNamed() throws {
    let folder = try folder()
    let stream = try #require(fopen(folder.file("broken \u{1B}[2J.mp4"), "we"))
    fputs("no clip at all", stream)
    fclose(stream)
    let (exit, error) = try publish(folder.path)
    #expect(exit == .status(0))
    #expect(error.contains("skipped"))
    #expect(error.contains("broken"))
    #expect(!error.contains("\u{1B}"))
    #expect(try page("feed.json").items.count == 3)
  }

  @Test func folderWithoutClipsIsAnError() throws {
    let empty = try ScratchFolder()
    let (exit, error) = try publish(empty.path)
    #expect(exit == .status(66))
    #expect(error.contains(empty.path))
    _ = try Command.run("cp", ["/dev/null", empty.file("a.mp4")])
    let (none, problems) = try publish(empty.path)
    #expect(none == .status(66))
    #expect(problems.contains("a.mp4"))
    #expect(try publish("/no/such/folder").exit == .status(66))
    #expect(try publish(clips.path(0)).exit == .status(66))
    #expect(try names(in: output.path) == [])
  }

  @Test func foreignFileIsNotOverwritten() throws {
    let stream = try #require(fopen(output.file("feed.json"), "we"))
    fputs("{\"version\": \"https://jsonfeed.org/version/1.1\", \"items\": []}", stream)
    fclose(stream)
    let before = Command.contents(of: output.file("feed.json"))
    let (exit, error) = try publish(clips.folder.path)
    #expect(exit == .status(73))
    #expect(error.contains("not written by flick"))
    #expect(Command.contents(of: output.file("feed.json")) == before)
  }

  @Test func failureToCreateTheFolderIsReported() throws {
    let (exit, error) = try run([
      "feed", clips.folder.path, "--base-url", "https://example.org/", "-o",
      "\(clips.path(0))/inside",
    ])
    #expect(exit == .status(73))
    #expect(error.contains("Not a directory"))
  }

  @Test(arguments: [
    (["feed"], "folder"), (["feed", "."], "--base-url"),
    (["feed", ".", "--base-url", "ftp://h/", "-o", "x"], "http or https"),
    (["feed", ".", "--base-url", "https://h/?a", "-o", "x"], "without ?"),
    (["feed", ".", "--base-url", "https://user:secret@h/", "-o", "x"], "without ?"),
    (["feed", ".", "--base-url", "https://h/", "-o", "x", "--page-size", "0"], "1 to 1000"),
    (["feed", ".", "--base-url", "https://h/", "-o", "x", "--mute"], "--mute"),
  ])
  func invalidArgumentsAreRejected(_ arguments: [String], _ hint: String) throws {
    let (exit, error) = try run(arguments)
    #expect(exit == .status(64))
    #expect(error.contains(hint))
    #expect(error.contains("flick feed"))
  }

  @Test func subcommandHasItsOwnHelpAndIsListed() throws {
    let help = try FlickProcess(
      ["feed", "--help"], size: CellSize(columns: 120, rows: 60), audioDevice: nil)
    #expect(help.waitForExit() == .status(0))
    #expect(String(decoding: help.output, as: UTF8.self).contains("--page-size"))
    let root = try FlickProcess(
      ["--help"], size: CellSize(columns: 120, rows: 60), audioDevice: nil)
    #expect(root.waitForExit() == .status(0))
    let text = String(decoding: root.output, as: UTF8.self)
    for word in [
      "|feed|", "--sort", "--files-from", "-0", "--liked", "--no-history", "--resume",
    ] {
      #expect(text.contains(word), "\(word)")
    }
  }

  @Test func folderNamedLikeTheSubcommandIsPlayedByItsPath() throws {
    let folder = try ScratchFolder()
    #expect(mkdir(folder.file("feed"), 0o700) == 0)
    let (exit, error) = try run(["./feed"], workingDirectory: folder.path)
    #expect(exit == .status(66))
    #expect(error.contains("no clips found in ./feed"))
  }
}
