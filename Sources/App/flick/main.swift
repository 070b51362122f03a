import Glibc

// As `Session` does: the feed may be read by now.
_exit(Launcher.run())
