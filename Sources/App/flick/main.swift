import Glibc
import WebFeeds

if CommandLine.argc == 2, CommandLine.arguments.last == FetchProgram.argument {
  FetchProgram.run()
}
// As `Session` does: the feed may be read by now.
_exit(Launcher.run())
