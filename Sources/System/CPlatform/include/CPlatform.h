#ifndef FLICK_CPLATFORM_H
#define FLICK_CPLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <termios.h>

// What Swift's Glibc overlay leaves out, and what must be C: code that runs inside a signal handler.

/// Creates a non-blocking, close-on-exec eventfd. Returns -1 and sets errno on failure.
int flick_eventfd(void);

/// Creates an empty, close-on-exec file that exists only in memory, for reading and writing.
/// Returns -1 and sets errno on failure.
int flick_memory_file(const char *name);

/// Reads entries of an open folder as getdents64(2) does. Returns how many bytes, 0 at the end, -1
/// and errno on failure.
ptrdiff_t flick_read_folder(int fd, void *buffer, size_t size);

/// Names the calling thread (at most 15 bytes are kept), adds `nice` to its niceness, and leaves all signals
/// but crashes to the main thread.
void flick_thread_setup(const char *name, int nice);

/// Waits like ppoll(2) for one or two readable descriptors; `-1` leaves one out.
/// `timeout_ns` below zero waits for ever. Returns a bit mask of the readable ones, -1 on error.
int flick_wait_readable(int first, int second, int64_t timeout_ns);

/// Makes a signal add 1 to an eventfd, in place of what it did before; below zero for `fd`, the
/// signal has its default action again. Returns -1 and sets errno on failure.
///
/// In the background all but SIGWINCH, SIGCONT and SIGTSTP end the process all the same: it may be
/// stopped there for touching the terminal, and would never come to read the eventfd. If it was stopped
/// with the terminal taken, what `flick_crash_restore_arm` was given is written first, unless the screen
/// may be another program's.
int flick_signal_to_eventfd(int number, int fd);

/// Whether such a signal has come since the last call: several may share an eventfd.
bool flick_take_signal(int number);

/// Stops the job this process belongs to as Ctrl-Z does, and returns when it goes on. Returns at once
/// where no shell could continue it (an orphaned process group, setpgid(2)).
void flick_stop_job(void);

/// Waits until this process may set the modes of its controlling terminal, stopped with its job as by
/// setting them in the background. Returns at once for any other terminal, and where SIGTTOU is ignored.
void flick_wait_for_foreground(int terminal);

/// Has a process that is started with `actions` (a `posix_spawn_file_actions_t`) close all its
/// descriptors from `first` on. Returns an error number, 0 for none.
int flick_spawn_close_from(void *actions, int first);

/// Has a process that is started with `actions` in a process group of its own become the foreground of a
/// terminal. Returns an error number, 0 for none.
int flick_spawn_takes_terminal(void *actions, int terminal);

/// Remembers the job that this process has given its terminal to: until `flick_end_lending`, signals are
/// handled as in the foreground.
void flick_lend_terminal(pid_t job);
void flick_end_lending(pid_t job);

/// The type of the file system of a path, as in statfs(2); 0 if unknown.
uint32_t flick_file_system_type(const char *path);

/// Renames a file as rename(2) does, but fails with EEXIST if there is one of that name, and with EINVAL
/// where the file system cannot do that in one step. Returns -1 and sets errno on failure.
int flick_rename_exclusively(const char *from, const char *to);

/// Takes a read lease (fcntl(2), F_SETLEASE) on a file that is open for reading only; closing it ends the
/// lease. Nothing is sent when it is broken. Returns -1 and sets errno on failure: EAGAIN if the file is open
/// for writing.
int flick_take_lease(int fd);

/// Whether that lease is whole: nobody waits to open the file for writing.
bool flick_holds_lease(int fd);

/// Remembers how to restore the terminal if the process dies of a signal that cannot be handled
/// in an orderly way (SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS), and installs
/// handlers for those. Everything is copied. At most 512 bytes of `restore` are kept.
void flick_crash_restore_arm(int fd, const struct termios *modes, const char *restore, size_t length);

/// Forgets what `flick_crash_restore_arm` remembered; the handlers then only re-raise.
void flick_crash_restore_disarm(void);

/// Remembers the files to remove when a signal ends the process within its handler, in place of those
/// remembered before. `paths` is copied: at most 512 bytes, each path with its zero.
void flick_crash_removes(const char *paths, size_t length);

/// The package metadata that the linker put into the program (JSON, systemd.io/ELF_PACKAGE_METADATA); NULL
/// without any.
const char *flick_package_metadata(void);

#endif
