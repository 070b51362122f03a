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

  @Option(help: .setting("preload-memory", "size"), transform: ByteCount.init(argument:))
  var preloadMemory: ByteCount?

  @Option(help: .setting("encoding", "name"), transform: TextEncoding.init(argument:))
  var encoding: TextEncoding?

  func validate() throws {
    guard (0...100).contains(volume) else {
      throw ValidationError(localized("--volume takes a percentage, 0 to 100."))
    }
  }

  /// The most that open clips may take, in bytes.
  var memoryBudget: Int {
    (preloadMemory ?? .standardPreload(ofMemory: MachineMemory.total)).bytes
  }

  /// What reads texts from outside.
  var text: TextDecoder { TextDecoder(undeclared: encoding) }
}

extension LoopMode: ExpressibleByArgument {}

extension TextEncoding {
  /// - Throws: What would do, if this is none.
  fileprivate init(argument: String) throws {
    guard let encoding = TextEncoding(argument) else {
      throw ValidationError(localized("It takes a name such as windows-1251 or Shift_JIS."))
    }
    self = encoding
  }
}
