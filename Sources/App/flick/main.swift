import Glibc
import Platform

StandardDescriptors.open()
// A file that may not grow is an error of that write, not the end of the program.
signal(SIGXFSZ, SIG_IGN)
Language.choose()
// As `Session` does: the feed may be read by now.
do throws(Failure) {
  _exit(try Launcher.run())
} catch {
  _exit(Console.fail(error))
}
