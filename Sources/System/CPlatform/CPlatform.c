#define _GNU_SOURCE
#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

int flick_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

int flick_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

ptrdiff_t flick_read_folder(int fd, void *buffer, size_t size) {
  return syscall(SYS_getdents64, fd, buffer, size);
}

static const int crash_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS};
#define CRASH_SIGNALS (sizeof crash_signals / sizeof crash_signals[0])

void flick_thread_setup(const char *name, int nice) {
  char kept[16] = {0};
  strncpy(kept, name, sizeof kept - 1);
  pthread_setname_np(pthread_self(), kept);
  // On Linux the niceness belongs to the thread, whatever POSIX says of the process.
  if (nice != 0) setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), nice);
  // Signals are the main thread's: it must not stop the process while another one, perhaps without its
  // turn for long, handles the signal that ends it.
  sigset_t blocked;
  sigfillset(&blocked);
  for (size_t i = 0; i < CRASH_SIGNALS; i++) sigdelset(&blocked, crash_signals[i]);
  pthread_sigmask(SIG_SETMASK, &blocked, NULL);
}

int flick_wait_readable(int first, int second, int64_t timeout_ns) {
  struct pollfd wanted[2] = {{.fd = first, .events = POLLIN}, {.fd = second, .events = POLLIN}};
  struct timespec limit = {.tv_sec = timeout_ns / 1000000000, .tv_nsec = timeout_ns % 1000000000};
  int count = ppoll(wanted, 2, timeout_ns < 0 ? NULL : &limit, NULL);
  if (count < 0) return errno == EINTR ? 0 : -1;
  return (wanted[0].revents ? 1 : 0) | (wanted[1].revents ? 2 : 0);
}

static struct {
  volatile sig_atomic_t armed;
  int fd;
  struct termios modes;
  char restore[512];
  size_t length;
} crash;

static void write_restore(void) {
  size_t done = 0;
  for (int attempt = 0; done < crash.length && attempt < 100; attempt++) {
    ssize_t count = write(crash.fd, crash.restore + done, crash.length - done);
    if (count > 0) {
      done += (size_t)count;
    } else if (count < 0 && errno == EAGAIN) {
      struct pollfd writable = {.fd = crash.fd, .events = POLLOUT};
      poll(&writable, 1, 10);
    } else if (count < 0 && errno != EINTR) {
      break;
    }
  }
}

static struct {
  volatile sig_atomic_t length;
  char paths[512];
} temporary;

// Safe in a signal handler.
static void remove_temporary_files(void) {
  size_t end = (size_t)temporary.length;
  for (size_t start = 0; start < end; start += strlen(temporary.paths + start) + 1)
    unlink(temporary.paths + start);
}

void flick_crash_removes(const char *paths, size_t length) {
  temporary.length = 0;
  if (length > sizeof temporary.paths || (length > 0 && paths[length - 1] != 0)) return;
  memcpy(temporary.paths, paths, length);
  temporary.length = (sig_atomic_t)length;
}

static volatile sig_atomic_t signal_descriptors[NSIG];
static volatile sig_atomic_t signal_arrivals[NSIG];

// Whether the signal's default action is to end the process; of those that are listened to.
static bool ends_process(int number) {
  return number != SIGWINCH && number != SIGCONT && number != SIGTSTP;
}

// The job that has a terminal if it is another one; else -1. All of this is safe in a signal handler.
static pid_t other_foreground(int terminal) {
  pid_t foreground = tcgetpgrp(terminal);
  return foreground > 0 && foreground != getpgrp() ? foreground : -1;
}

static pid_t other_foreground_here(void) {
  int terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);
  if (terminal < 0) return -1;
  pid_t foreground = other_foreground(terminal);
  close(terminal);
  return foreground;
}

static volatile pid_t lent_job;

void flick_lend_terminal(pid_t job) { lent_job = job; }

void flick_end_lending(pid_t job) {
  if (lent_job == job) lent_job = 0;
}

// Whether the terminal's screen may be another program's: neither does the shell sit at its prompt
// that started this process, nor are lines read as they are by all that has no screen.
static bool is_screen_taken(pid_t foreground) {
  struct termios modes;
  if (foreground == getpgid(getppid())) return false;
  return tcgetattr(crash.fd, &modes) != 0 || !(modes.c_lflag & ICANON);
}

// Restores the screen of a process that was stopped before it could. The modes are the shell's own by
// now, and so is what it has written.
static void restore_in_background(pid_t foreground) {
  if (!crash.armed || is_screen_taken(foreground)) return;
  crash.armed = 0;
  sigset_t stopping, before;
  sigemptyset(&stopping);
  sigaddset(&stopping, SIGTTOU);
  // Writing in the background stops a process, after `stty tostop`, unless it blocks the signal.
  pthread_sigmask(SIG_BLOCK, &stopping, &before);
  write_restore();
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void signal_to_eventfd(int number) {
  int saved = errno;
  // A thread of a library that has just begun may have been given the signal.
  if (gettid() != getpid()) {
    tgkill(getpid(), getpid(), number);
    errno = saved;
    return;
  }
  pid_t foreground = ends_process(number) ? other_foreground_here() : -1;
  if (foreground >= 0 && foreground != lent_job) {
    restore_in_background(foreground);
    remove_temporary_files();
    // Delivered when the handler returns.
    signal(number, SIG_DFL);
    raise(number);
    errno = saved;
    return;
  }
  signal_arrivals[number] = 1;
  uint64_t one = 1;
  // A full counter is as good as one more.
  ssize_t written = write(signal_descriptors[number], &one, sizeof one);
  (void)written;
  errno = saved;
}

int flick_signal_to_eventfd(int number, int fd) {
  if (number <= 0 || number >= NSIG) {
    errno = EINVAL;
    return -1;
  }
  struct sigaction action = {0};
  sigemptyset(&action.sa_mask);
  // Nothing stops the process between a signal and its handler.
  const int stops[] = {SIGTSTP, SIGTTIN, SIGTTOU};
  for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) sigaddset(&action.sa_mask, stops[i]);
  action.sa_flags = SA_RESTART;
  action.sa_handler = fd < 0 ? SIG_DFL : signal_to_eventfd;
  if (fd >= 0) signal_descriptors[number] = fd;
  return sigaction(number, &action, NULL);
}

bool flick_take_signal(int number) {
  if (number <= 0 || number >= NSIG || !signal_arrivals[number]) return false;
  signal_arrivals[number] = 0;
  return true;
}

void flick_stop_job(void) {
  struct sigaction stopping = {0}, before;
  sigemptyset(&stopping.sa_mask);
  stopping.sa_handler = SIG_DFL;
  if (sigaction(SIGTSTP, &stopping, &before) != 0) return;
  kill(0, SIGTSTP);
  sigaction(SIGTSTP, &before, NULL);
}

// Whether a shell of this session could continue the job: others are not stopped (setpgid(2)).
static bool has_shell(void) { return getsid(getppid()) == getsid(0); }

void flick_wait_for_foreground(int terminal) {
  struct sigaction stopping;
  if (sigaction(SIGTTOU, NULL, &stopping) != 0 || stopping.sa_handler == SIG_IGN) return;
  while (has_shell() && other_foreground(terminal) >= 0) {
    kill(0, SIGTTOU);
    // It is the main thread that stops the process, perhaps not at once: a second signal would stop it again
    // when it goes on.
    if (gettid() != getpid()) usleep(100000);
  }
}

static struct sigaction crash_previous[CRASH_SIGNALS];

static void restore_and_reraise(int number, siginfo_t *info, void *context) {
  (void)context;
  if (crash.armed) {
    crash.armed = 0;
    // What the terminal has not taken yet would only garble the shell's prompt.
    tcflush(crash.fd, TCOFLUSH);
    write_restore();
    tcsetattr(crash.fd, TCSANOW, &crash.modes);
  }
  remove_temporary_files();
  // What somebody has sent is no fault for Swift's runtime to explain, which asks questions at the terminal.
  const struct sigaction standard = {.sa_handler = SIG_DFL};
  for (size_t i = 0; i < CRASH_SIGNALS; i++) {
    if (crash_signals[i] == number)
      sigaction(number, info->si_code == SI_USER ? &standard : &crash_previous[i], NULL);
  }
  raise(number);
}

void flick_crash_restore_arm(
    int fd, const struct termios *modes, const char *restore, size_t length) {
  static bool installed = false;
  crash.armed = 0;
  crash.fd = fd;
  crash.modes = *modes;
  crash.length = length < sizeof crash.restore ? length : sizeof crash.restore;
  memcpy(crash.restore, restore, crash.length);
  if (!installed) {
    installed = true;
    struct sigaction action = {0};
    action.sa_sigaction = restore_and_reraise;
    // A stack overflow needs the alternate stack the Swift runtime may have set up.
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < CRASH_SIGNALS; i++) {
      sigaction(crash_signals[i], &action, &crash_previous[i]);
    }
  }
  crash.armed = 1;
}

void flick_crash_restore_disarm(void) { crash.armed = 0; }

int flick_spawn_close_from(void *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

int flick_spawn_takes_terminal(void *actions, int terminal) {
  return posix_spawn_file_actions_addtcsetpgrp_np(actions, terminal);
}

uint32_t flick_file_system_type(const char *path) {
  struct statfs status;
  return statfs(path, &status) == 0 ? (uint32_t)status.f_type : 0;
}

int flick_rename_exclusively(const char *from, const char *to) {
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

int flick_take_lease(int fd) {
  // By default, breaking it would send SIGIO, which ends the process; SIGURG is ignored.
  return fcntl(fd, F_SETSIG, SIGURG) == 0 ? fcntl(fd, F_SETLEASE, F_RDLCK) : -1;
}

bool flick_holds_lease(int fd) { return fcntl(fd, F_GETLEASE) == F_RDLCK; }

static int find_metadata(struct dl_phdr_info *program, size_t size, void *found) {
  for (size_t i = 0; i < program->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &program->dlpi_phdr[i];
    if (segment->p_type != PT_NOTE) continue;
    size_t step = segment->p_align == 8 ? 8 : 4;
    const char *at = (const char *)program->dlpi_addr + segment->p_vaddr, *end = at + segment->p_memsz;
    while (at + sizeof(ElfW(Nhdr)) <= end) {
      const ElfW(Nhdr) *note = (const void *)at;
      const char *owner = at + sizeof *note;
      const char *text = at + ((sizeof *note + note->n_namesz + step - 1) & -step);
      // NT_FDO_PACKAGING_METADATA, which elf.h of glibc 2.36 does not have.
      if (note->n_type == 0xcafe1a7e && note->n_namesz == 4 && memcmp(owner, "FDO", 4) == 0) {
        *(const char **)found = text;
      }
      at = text + ((note->n_descsz + step - 1) & -step);
    }
  }
  // Only the program, which comes first; libraries may have metadata, too.
  return 1;
}

const char *flick_package_metadata(void) {
  const char *found = NULL;
  dl_iterate_phdr(find_metadata, &found);
  return found;
}
