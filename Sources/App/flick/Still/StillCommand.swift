import ArgumentParser
import FeedCore
import Graphics
import LibAV
import MediaCore
import Models
import Network
import Platform
import Playback
import TerminalCore

/// `flick still`: one frame of a clip, for previews, pages and scripts (docs/decisions/command-line-subcommands.md).
struct StillCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "still", _superCommandName: "flick",
    abstract: "Print one frame of a clip, or save it as PNG.",
    usage: "flick still [<options>] <file>",
    discussion: """
      Prints the frame as an image where the terminal shows images, as the player does. In a pipe it \
      prints half blocks, line by line and without moving the cursor, so that it works in the previews \
      of lf, yazi, ranger and fzf. It fills --size, the preview (FZF_PREVIEW_COLUMNS and \
      FZF_PREVIEW_LINES), the terminal, or 80x24. Without --at, it shows a keyframe near the beginning \
      that is not blank. A PNG has the clip's own size unless --size is given.
      """)

  @Argument(
    help: ArgumentHelp("Clip: a file or an http address.", valueName: "file"),
    completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp(
      "Position in the clip: seconds, 1:23, 1:02:03.5, or a percentage such as 50%.",
      valueName: "time"))
  var at: String?

  @Option(
    help: ArgumentHelp(
      "Size to fill: columns and rows such as 80x24, or pixels with -o.", valueName: "cxr"))
  var size: String?

  @OptionGroup var frame: FrameArguments

  func validate() throws {
    guard !file.isEmpty else { throw ValidationError(localized("The path is empty.")) }
    _ = (try time, try area)
  }

  private var time: StillTime? { get throws { try at.map(StillTime.init(argument:)) } }
  private var area: StillSize? { get throws { try size.map(StillSize.init(argument:)) } }

  func perform() throws -> Int32 {
    let bytes = Arguments.bytes(file)
    let location = try StillClip.location(bytes)
    let (time, size) = (try self.time, try self.area)
    do {
      let clip = try StillClip(location, isExact: time != nil)
      guard let png = frame.file else {
        let screen = StillScreen(size: size, frame)
        let cells = screen.cells(of: clip.shape)
        let still = try clip.frame(at: time, size: screen.pixels(of: cells))
        return Console.output(screen.bytes(still, in: cells))
      }
      let area = size.map { FrameArea(size: PixelSize(width: $0.width, height: $0.height)) }
      return try write(
        try clip.frame(at: time, size: area.map { $0.placing(clip.shape).size }), to: png)
    } catch let error as MediaError {
      throw Failure("\(CleanText(bytes: bytes)): \(error)", status: error.status)
    }
  }

  private func write(_ frame: PixelBuffer, to name: String) throws(Failure) -> Int32 {
    let bytes: [UInt8]
    do throws(MediaError) {
      bytes = try ImageWriter.png.encode(frame)
    } catch {
      throw Failure("PNG: \(error)", status: ExitStatus.software)
    }
    return try FrameArguments.write(bytes, to: name)
  }
}
