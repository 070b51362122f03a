import Glibc
import WebFeeds

if CommandLine.argc == 2, CommandLine.arguments.last == FetchProgram.argument {
  FetchProgram.run()
}
exit(Launcher.run())
