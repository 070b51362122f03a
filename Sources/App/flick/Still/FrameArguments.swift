import ArgumentParser
import Graphics
import TerminalCore

/// How a command prints frames.
struct FrameArguments: ParsableArguments {
  @Option(help: .setting("color", "depth"))
  var color = AutoOption<ColorDepth>()

  @Option(help: .setting("output", "means"))
  var output = AutoOption<OutputMode>()

  @Option(help: .setting("glyphs", "set"))
  var glyphs = AutoOption<GlyphSet>()
}
