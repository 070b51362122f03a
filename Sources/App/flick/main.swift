import Glibc
import Platform
import WebFeeds
import Wording

StandardDescriptors.open()
// A file that may not grow is an error of that write, not the end of the program.
signal(SIGXFSZ, SIG_IGN)
if CommandLine.argc == 2, CommandLine.arguments.last == FetchProgram.argument {
  FetchProgram.run()
}
Language.choose()
// As `Session` does: the feed may be read by now.
_exit(Launcher.run())
