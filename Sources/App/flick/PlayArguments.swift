import ArgumentParser
import Models
import Platform
import Settings

/// How clips are played and heard.
struct PlayArguments: ParsableArguments {
  @Option(help: .setting("loop", "mode"))
  var loop = LoopMode.one

  @Flag(help: .setting("mute"))
  var mute = false

  @Option(help: .setting("volume", "0-100"))
  var volume = 100

  @Option(help: .setting("audio-device", "name"))
  var audioDevice = "default"

  @Option(help: .setting("preload-memory", "size"))
  var preloadMemory: String?

  @Option(help: .setting("encoding", "name"))
  var encoding: String?

  /// The most that open clips may take, in bytes: if nobody says, 256 MB, or an eighth of a small
  /// machine's memory.
  var memoryBudget: Int {
    preloadMemory.flatMap(ByteCount.init)?.bytes ?? min(256 << 20, MachineMemory.total / 8)
  }

  /// What reads texts from outside.
  var text: TextDecoder { TextDecoder(undeclared: encoding.flatMap(TextEncoding.init)) }
}

extension LoopMode: ExpressibleByArgument {}
