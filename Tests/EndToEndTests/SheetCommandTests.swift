import Glibc
import Models
import TestSupport
import Testing

/// `flick sheet`, which makes contact sheets.
@Suite(.ownThreads) struct SheetCommandTests {
  private let clips: Clips
  private let folder: ScratchFolder

  init() throws {
    clips = try Clips.shared.get()
    folder = try ScratchFolder()
  }

  private func sheet(_ arguments: [String]) throws -> ProgramOutput {
    try ProgramOutput(["sheet"] + arguments)
  }

  private func size(ofPNG name: String) -> PixelSize? {
    let bytes = Command.contents(of: folder.file(name))
    guard bytes.count > 24, bytes[1...3].elementsEqual("PNG".utf8) else { return nil }
    func number(_ start: Int) -> Int { bytes[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) } }
    return PixelSize(width: number(16), height: number(20))
  }

  @Test func clipsOfAFolderAreOnOneImage() throws {
    for number in 0..<3 {
      #expect(symlink(clips.path(number), folder.file("clip \(number).mp4")) == 0)
    }
    try FilePath(folder.file("broken.mp4")).write(Array("nothing".utf8), mode: 0o600)
    for option in ["-o", "--output", "--png"] {
      let made = try sheet([folder.path, "--columns", "2", option, folder.file("sheet.png")])
      #expect(made.status == 0)
      #expect(made.error == "")
      #expect(size(ofPNG: "sheet.png") == PixelSize(width: 664, height: 432))
      #expect(unlink(folder.file("sheet.png")) == 0)
    }
    // As text: names and lengths in the terminal's letters.
    let printed = try sheet([folder.path])
    #expect(printed.status == 0)
    for word in ["clip 1.mp4", "broken.mp4", "▀"] {
      #expect(printed.text.contains(word), "\(word)")
    }
    let one = try sheet([folder.path, "--match", "1", "--count", "1"])
    #expect(one.text.contains("clip 1.mp4") && !one.text.contains("clip 2.mp4"))
    #expect(one.error == "")
  }

  /// What is left out without having been asked for is said.
  @Test func aHundredClipsAreEnough() throws {
    for number in 100...200 {
      #expect(symlink(clips.path(0), folder.file("clip \(number).mp4")) == 0)
    }
    let cut = try sheet([folder.path, "-o", "-"])
    #expect(cut.status == 0)
    #expect(cut.error.contains("the first 100 clips"))
  }

  @Test func picturesOfOneClipHaveTheirTimes() throws {
    let made = try sheet(["--from", clips.path(0), "--count", "4", "--columns", "2"])
    #expect(made.status == 0)
    #expect(made.text.contains("0:00") && made.text.contains("▀"))
  }

  @Test func whatCannotBeShownIsSaid() throws {
    try FilePath(folder.file("broken.mp4")).write(Array("nothing".utf8), mode: 0o600)
    let broken = folder.file("broken.mp4")
    for (arguments, words, status) in [
      ([broken], "broken.mp4: Not a video", EX_NOINPUT),
      (["--from", broken], "broken.mp4: Not a video", EX_NOINPUT),
      ([folder.file("missing")], "No such file", EX_NOINPUT),
      ([folder.path, "--match", "is:odd"], "unknown condition", EX_USAGE),
      ([folder.path, "--match", "bee rated:"], "rated: lacks its value", EX_USAGE),
      (["--from", broken, folder.path], "cannot be combined", EX_USAGE),
      ([folder.path, "--columns", "0"], "--columns takes", EX_USAGE),
      ([folder.path, "--count", "501"], "--count takes", EX_USAGE),
      ([folder.path, "-o", ""], "path is empty", EX_USAGE),
    ] {
      let failed = try sheet(arguments)
      #expect(failed.status == status, "\(arguments)")
      #expect(failed.error.contains(words), "\(failed.error)")
    }
    // Nothing half-made is left.
    let nowhere = try sheet([clips.path(0), "-o", folder.file("no/folder.png")])
    #expect(nowhere.status == EX_CANTCREAT)
  }
}
