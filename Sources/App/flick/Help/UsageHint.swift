import ArgumentParser
import Platform
import Settings

/// Suggestions for errors on the command line.
enum UsageHint {
  /// The parser's error in one sentence, with a suggestion.
  static func problem(_ error: any Error, in command: any ParsableCommand.Type) -> String {
    let words = command.message(for: error)
    let start = "Unknown option '"
    guard command == FlickCommand.self, words.hasPrefix(start) else { return words }
    let option = words.dropFirst(start.count).prefix { $0 != "'" && $0 != "=" }
    let unknown = localized("Unknown option '%s'.", option)
    if let habit = habits[String(option)] { return "\(unknown) \(localized(marked: habit))" }
    // The parser would suggest any option, however different.
    let names = Setting.all.map { "--\($0.name)" }
    return NearestName.of(String(option), among: names).map {
      "\(unknown) " + localized("Did you mean '%s'?", $0)
    }
      ?? unknown
  }

  /// Options of other programs for what Flick does differently.
  private static let habits = [
    "--shuffle": shuffle, "--random": shuffle, "--recursive": recursive, "-r": recursive,
    "-R": recursive,
  ]
  private static let shuffle = translatable("For a random order, use '--sort shuffle'.")
  private static let recursive = translatable("Folders are always searched recursively.")

  /// The sub-command that was probably meant by a path that does not exist.
  static func subcommand(insteadOf path: String) -> String? {
    guard !path.contains(where: { "./:".contains($0) }),
      let name = NearestName.of(path, among: Subcommands.words)
    else { return nil }
    return localized("did you mean `flick %s`?", name)
  }
}
