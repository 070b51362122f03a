import ArgumentParser
import Graphics
import Platform
import Settings
import TerminalCore

/// How the screen is drawn.
struct ScreenArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp("Colours: auto, 24bit, 256, 16, 8 or mono.", valueName: "depth"))
  var color = AutoOption<ColorDepth>()

  @Option(
    help: ArgumentHelp(
      "How pictures are shown: auto, cells, kitty or sixel.", valueName: "means"))
  var output = AutoOption<PictureOutput>()

  @Option(
    help: ArgumentHelp(
      "What pictures in cells are made of: auto, half, quadrant, sextant, space or ascii.",
      valueName: "set"))
  var glyphs = AutoOption<GlyphSet>()

  @Option(
    help: ArgumentHelp(
      "How exact moving pictures are: auto, low, medium, high or exact.", valueName: "level"))
  var quality = AutoOption<PictureQuality>()

  @Option(
    help: ArgumentHelp("The most bytes a second, such as 500K or 2M.", valueName: "size"),
    transform: ByteCount.init(argument:))
  var maxRate: ByteCount?

  @Option(help: ArgumentHelp("The most pictures a second, 1 to 240.", valueName: "n"))
  var fps: Double?

  @Flag(help: "Turn pages at once, without motion.")
  var noAnimation = false

  func validate() throws {
    if let fps, !(1...240).contains(fps) {
      throw ValidationError(localized("--fps takes a number of pictures a second, 1 to 240."))
    }
    if let maxRate, maxRate.bytes < 1000 {
      throw ValidationError(localized("--max-rate takes at least 1K: less shows nothing."))
    }
  }

  /// What was asked of the terminal.
  var options: TerminalOptions {
    TerminalOptions(
      color: color.value, glyphs: glyphs.value, output: output.value, quality: quality.value,
      maximumRate: maxRate?.bytes, maximumFrameRate: fps)
  }
}
