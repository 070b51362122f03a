import Glibc
import WebFeeds
import Wording

if CommandLine.argc == 2, CommandLine.arguments.last == FetchProgram.argument {
  FetchProgram.run()
}
Language.choose()
// As `Session` does: the feed may be read by now.
_exit(Launcher.run())
