import ArgumentParser
import Graphics
import Platform
import Settings
import TerminalCore

/// How the screen is drawn.
struct ScreenArguments: ParsableArguments {
  @Option(help: .setting("color", "depth"))
  var color = AutoOption<ColorDepth>()

  @Option(help: .setting("output", "means"))
  var output = AutoOption<PictureOutput>()

  @Option(help: .setting("glyphs", "set"))
  var glyphs = AutoOption<GlyphSet>()

  @Option(help: .setting("quality", "level"))
  var quality = AutoOption<PictureQuality>()

  @Option(help: .setting("max-rate", "size"), transform: ByteCount.init(argument:))
  var maxRate: ByteCount?

  @Option(help: .setting("fps", "1-240"))
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
