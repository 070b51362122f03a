import ArgumentParser
import Graphics
import Models
import Platform
import TerminalCore

/// How a command makes frames: printed, or as a PNG.
struct FrameArguments: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("png")],
    help: ArgumentHelp("Write a PNG; - for standard output.", valueName: "file"),
    completion: .file(extensions: ["png"]))
  var png: String?

  @Option(
    help: ArgumentHelp(
      "The same as -o; or how frames are printed: auto, cells, kitty or sixel.",
      valueName: "file|means"),
    completion: .file())
  var output: String?

  @Option(help: .setting("color", "depth"))
  var color = ColorOption.auto

  @Option(help: .setting("glyphs", "set"))
  var glyphs = AutoOption<GlyphSet>()

  /// How they are printed; `nil` to choose by what the terminal can do.
  var means: OutputMode? { output.flatMap { OutputMode(rawValue: $0) } }

  /// Where a PNG goes; `nil` to print.
  var file: String? { png ?? outputFile }

  private var outputFile: String? {
    output.flatMap { AutoOption<OutputMode>(argument: $0) == nil ? $0 : nil }
  }

  func validate() throws {
    guard png != "", output != "" else { throw ValidationError(localized("The path is empty.")) }
    guard let outputFile else { return }
    guard png == nil else {
      throw ValidationError(localized("-o and --output cannot be combined."))
    }
    // A misspelt word is no file.
    guard outputFile == "-" || outputFile.contains(where: { "./".contains($0) }) else {
      throw ValidationError(
        "--output", takes: localized("auto, cells, kitty, sixel or a file such as frame.png"),
        not: outputFile)
    }
  }

  /// Writes a PNG.
  ///
  /// - Returns: The exit status.
  static func write(_ png: [UInt8], to file: String) throws(Failure) -> Int32 {
    if file == "-" { return Console.output(png) }
    return try Failure.with(ExitStatus.cannotCreate) {
      try FilePath(bytes: Arguments.bytes(file)).write(png, mode: 0o666)
      return ExitStatus.success
    }
  }
}
