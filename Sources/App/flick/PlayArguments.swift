import AppFeature
import ArgumentParser
import Models
import Platform
import Settings

struct PlayArguments: ParsableArguments {
  @Option(help: .setting("loop", "mode"))
  var loop = LoopMode.one

  @Option(help: .setting("excerpts", "n"))
  var excerpts = 0

  @Option(help: .setting("excerpt-length", "time"))
  var excerptLength = "6s"

  @Option(help: .setting("excerpt-skip", "percent"))
  var excerptSkip = 2

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

  /// How clips are shown by excerpts.
  ///
  /// - Parameter last: Where the feed goes on; `nil` if it begins anew.
  func excerptState(at last: LastPlace?) -> Excerpts.State {
    let length = SecondCount(excerptLength)?.seconds ?? 0
    return Excerpts.State(
      request: ExcerptRequest(
        count: excerpts > 0 ? excerpts : nil,
        length: max(length, ExcerptRequest.shortestLength), skip: Double(excerptSkip) / 100),
      isForAll: excerpts > 0, last: last)
  }

  /// The memory limit for open clips, in bytes: by default 256 MB, or an eighth of a small
  /// machine's memory.
  var memoryBudget: Int {
    preloadMemory.flatMap(ByteCount.init)?.bytes ?? min(256 << 20, MachineMemory.total / 8)
  }

  /// The decoder for external text.
  var text: TextDecoder { TextDecoder(undeclared: encoding.flatMap(TextEncoding.init)) }
}

extension LoopMode: ExpressibleByArgument {}
