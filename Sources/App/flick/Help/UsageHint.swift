import ArgumentParser
import Platform
import Settings

/// What is wrong with a command line, and what was probably meant.
enum UsageHint {
  /// The parser's error in one sentence, in our words unless the command's description does not tell what
  /// is wrong.
  static func problem(
    _ error: any Error, in command: any ParsableCommand.Type, _ arguments: [String]
  ) -> String {
    let description = try? CommandDescription(of: command)
    return description?.problem(with: arguments) ?? command.message(for: error)
  }

  /// That an option does not exist, and what was probably meant.
  ///
  /// - Parameter names: All that the command has.
  static func unknown(_ option: String, among names: [String]) -> String {
    let unknown = localized("Unknown option '%s'.", option)
    if let habit = habits[option], names.contains("--sort") {
      return "\(unknown) \(localized(marked: habit))"
    }
    return NearestName.of(option, among: names).map {
      "\(unknown) " + localized("Did you mean '%s'?", $0)
    }
      ?? unknown
  }

  /// That an option does not take a value, in words to follow its name.
  ///
  /// - Parameter value: `nil` if there is none.
  static func refusal(of value: String?, takes allowed: String) -> String {
    localized("takes %1$s, not %2$s", allowed, value.map { "\"\($0)\"" } ?? localized("nothing"))
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
    return localized("Did you mean '%s'?", "flick \(name)")
  }
}

extension ValidationError {
  /// That an option does not take a value. A transform of the parser would put English words before it.
  init(_ option: String, takes allowed: String, not value: String) {
    self.init("\(option) \(UsageHint.refusal(of: value, takes: allowed))")
  }
}
