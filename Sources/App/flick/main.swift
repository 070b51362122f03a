import Glibc

exit(Launcher.run())
