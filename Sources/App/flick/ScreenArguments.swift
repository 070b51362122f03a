import ArgumentParser
import Foundation
import Graphics
import Settings
import TerminalCore

struct ScreenArguments: ParsableArguments {
  @Option(help: .setting("color", "depth"))
  var color = ColorOption.auto

  @Option(help: .setting("output", "means"))
  var output = AutoOption<OutputMode>()

  @Option(help: .setting("glyphs", "set"))
  var glyphs = AutoOption<GlyphSet>()

  @Option(help: .setting("quality", "level"))
  var quality = AutoOption<FrameQuality>()

  @Option(help: .setting("max-rate", "size"))
  var maxRate: String?

  @Option(help: .setting("fps", "1-240"))
  var fps: Double?

  @Option(help: .setting("seek-bar", "when"))
  var seekBar = SeekBarDisplay.auto

  @Flag(help: "Do not animate swipes.")
  var noAnimation = false

  @Flag(help: "Leave the title of the window as it is.")
  var noTitle = false

  var options: TerminalOptions {
    TerminalOptions(
      color: color.depth(ProcessInfo.processInfo.environment), glyphs: glyphs.value,
      output: output.value, quality: quality.value,
      maximumRate: maxRate.flatMap(ByteCount.init)?.bytes, maximumFrameRate: fps,
      hasTitle: !noTitle)
  }
}

/// When the seek bar is shown.
enum SeekBarDisplay: String, CaseIterable, ExpressibleByArgument {
  /// After input, and while nothing plays.
  case auto
  case always
}
