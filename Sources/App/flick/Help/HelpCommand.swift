import ArgumentParser
import Models

/// `flick help`: what the program and its sub-commands do, and what is made of that.
struct HelpCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "help", _superCommandName: "flick",
    abstract: "Show the help of a sub-command, or of all options.",
    usage: "flick help [<topic>]",
    discussion: """
      Topics are the sub-commands, `options` for the options of the player with a word on each, and \
      `manual` for the manual page in the mdoc language.
      """)

  @Argument(
    help: ArgumentHelp("What to explain.", valueName: "topic"),
    completion: .list(["options", "manual"] + Subcommands.words))
  var topic: String?

  func perform() -> Int32 {
    let text: String
    switch topic {
    case nil: text = RootHelp.text
    case "options": text = FlickCommand.helpMessage()
    case "manual":
      do {
        text = ManualPage(try ProgramDescription()).text
      } catch {
        return Console.fail("\(error)", status: ExitStatus.software)
      }
    case let topic?:
      guard let command = Subcommands.named(topic) else {
        let topics = ["options", "manual"] + Subcommands.words
        return Console.fail(
          "there is no help on \(CleanText(topic)); there is on \(topics.joined(separator: ", "))",
          status: ExitStatus.usage)
      }
      text = command.helpMessage()
    }
    return Console.output(Array("\(text)\n".utf8)) ? ExitStatus.success : ExitStatus.cannotCreate
  }
}
