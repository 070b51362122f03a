import Glibc
import Platform

StandardDescriptors.open()
// Exceeding the file size limit fails that write; it must not end the program.
signal(SIGXFSZ, SIG_IGN)
Language.choose()
// As in `Session`: the feed may be read by now.
do throws(Failure) {
  _exit(try Launcher.run())
} catch {
  _exit(Console.fail(error))
}
