import ArgumentParser
import Models
import Platform
import Settings

/// Playback and sound options.
struct PlayArguments: ParsableArguments {
  @Option(help: .setting("loop", "mode"))
  var loop = LoopMode.one

  @Flag(help: .setting("mute"))
  var mute = false

  @Flag(help: .setting("preview-sound"))
  var previewSound = false

  @Option(help: .setting("volume", "0-100"))
  var volume = 100

  @Option(help: .setting("audio-device", "name"))
  var audioDevice = "default"

  @Option(help: .setting("preload-memory", "size"))
  var preloadMemory: String?

  @Option(help: .setting("encoding", "name"))
  var encoding: String?

  /// The memory limit for open clips, in bytes: by default 256 MB, or an eighth of a small
  /// machine's memory.
  var memoryBudget: Int {
    preloadMemory.flatMap(ByteCount.init)?.bytes ?? min(256 << 20, MachineMemory.total / 8)
  }

  /// The decoder for external text.
  var text: TextDecoder { TextDecoder(undeclared: encoding.flatMap(TextEncoding.init)) }
}

extension LoopMode: ExpressibleByArgument {}
