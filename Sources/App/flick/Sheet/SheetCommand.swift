import ArgumentParser
import FeedSources
import Files
import Graphics
import LibAV
import MediaCore
import Models
import Network
import Platform
import TerminalCore

/// `flick sheet`: frames of many clips, or many of one, on one image
/// (docs/decisions/command-line-sheet.md).
struct SheetCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet", _superCommandName: "flick",
    abstract: "Make a contact sheet: one frame of each clip, or many of one.",
    usage: """
      flick sheet [<options>] [<path> ...]
      flick sheet [<options>] --from <file>
      """,
    discussion: """
      Each clip has a frame that is not blank, its name and its length. With --from, the frames are \
      one clip's own, at even distances, with their times. Without -o, the sheet is printed: as an image \
      where the terminal shows images, or else as lines of half blocks.
      """)

  @Argument(
    help: ArgumentHelp(
      "Files, folders, playlists or http addresses (default: the current folder).",
      valueName: "path"),
    completion: .file())
  var paths: [String] = []

  @Option(
    help: ArgumentHelp("Show frames of one clip, a file or an http address.", valueName: "file"),
    completion: .file())
  var from: String?

  @Option(
    help: ArgumentHelp(
      "Frames in a row, 1 to 40 (default: 5, or what suits the terminal).", valueName: "n"))
  var columns: Int?

  @Option(
    help: ArgumentHelp(
      "The most frames, 1 to 500 (default: 100; with --from, 20).", valueName: "n")
  )
  var count: Int?

  @Option(help: .setting("match", "text"))
  var match = ""

  @OptionGroup var frame: FrameArguments

  /// The width of a frame in a file, in pixels.
  static let frameWidth = 320

  func validate() throws {
    if from == "" || paths.contains("") {
      throw ValidationError(localized("The path is empty."))
    }
    if from != nil, !paths.isEmpty {
      throw ValidationError(localized("--from and paths cannot be combined."))
    }
    if let columns, !(1...40).contains(columns) {
      throw ValidationError(localized("--columns takes a number of frames, 1 to 40."))
    }
    if let count, !(1...500).contains(count) {
      throw ValidationError(localized("--count takes a number of frames, 1 to 500."))
    }
    try FeedArguments.check(match, of: "--match")
  }

  func perform() throws -> Int32 {
    try ProcessLimits.check()
    let source = try SheetSource(self)
    guard let png = frame.file else { return Console.output(try printed(source)) }
    let sheet = ContactSheet(
      count: source.count, columns: columns ?? 5, width: Self.frameWidth)
    let entries = try source.entries { FrameArea(size: sheet.frameSize).placing($0).size }
    let bytes = try Failure.with(ExitStatus.software) {
      try ImageWriter.png.encode(sheet.drawn(entries, lettering: Self.lettering))
    }
    return try FrameArguments.write(bytes, to: png)
  }

  private static var lettering: Lettering? {
    let lettering = Lettering()
    if lettering == nil {
      Console.report(
        localized("without names: libpangocairo-1.0.so.0 is missing; install Pango to have them"))
    }
    return lettering
  }

  /// The sheet for the terminal, or a pipe.
  @MainActor private func printed(_ source: SheetSource) throws -> [UInt8] {
    let screen = StillScreen(
      size: nil, frame)
    let lines = SheetLines(screen, count: source.count, columns: columns)
    if let cell = screen.imageCell {
      let width = ContactSheet.frameWidth(
        of: lines.size.columns * cell.width, columns: lines.columns)
      // Terminals cut off an image that is higher than they are: each row is one.
      let row = ContactSheet(count: lines.columns, columns: lines.columns, width: width)
      let cells = CellSize(
        columns: lines.size.columns, rows: (row.size.height + cell.height - 1) / cell.height)
      if screen.prints(cells) {
        let entries = try source.entries { FrameArea(size: row.frameSize).placing($0).size }
        let lettering = Self.lettering
        return stride(from: 0, to: entries.count, by: row.columns).flatMap { start in
          let entries = Array(entries[start..<min(start + row.columns, entries.count)])
          return screen.bytes(row.drawn(entries, lettering: lettering), in: cells)
        }
      }
    }
    return lines.bytes(try source.entries(lines.placing))
  }
}
