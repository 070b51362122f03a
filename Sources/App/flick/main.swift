import Glibc
import Network
import Platform

StandardDescriptors.open()
// Exceeding the file size limit fails that write; it must not end the program.
signal(SIGXFSZ, SIG_IGN)
Language.choose()
// As in `Session`: the feed may be read by now.
let status: Int32
do throws(Failure) {
  status = try Launcher.run()
} catch {
  status = Console.fail(error)
}
WebAccess.machines.close()
_exit(status)
