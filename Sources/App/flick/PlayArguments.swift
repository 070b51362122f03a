import ArgumentParser
import Models
import Platform
import Settings

/// How clips are played and heard.
struct PlayArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "At the end of a clip: again (one), next clip (feed) or stop (off).", valueName: "mode"))
  var loop = LoopMode.one

  @Flag(help: "Start without sound.")
  var mute = false

  @Option(help: ArgumentHelp("How loud to start, 0 to 100 percent.", valueName: "n"))
  var volume = 100

  @Option(help: ArgumentHelp("The ALSA device to play on.", valueName: "name"))
  var audioDevice = "default"

  @Option(
    help: ArgumentHelp(
      "Memory for clips kept ready, such as 256M or 1G (default: 256M, less on a small machine).",
      valueName: "size"),
    transform: ByteCount.init(argument:))
  var preloadMemory: ByteCount?

  @Option(
    help: ArgumentHelp(
      "The encoding of captions, feeds and lists that do not name it (default: guessed).",
      valueName: "name"),
    transform: TextEncoding.init(argument:))
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
