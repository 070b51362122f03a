// Files that the kernel makes up, which say what it sees.
#include "host.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A file with a text, in place of one that the kernel makes up.
static long made_up(const void *bytes, size_t count) {
  long file = raw(SYS_memfd_create, (long)"made up", 1, 0, 0, 0, 0);
  raw(SYS_pwrite64, file, (long)bytes, (long)count, 0, 0, 0);
  return file;
}

// By the state of a thread, Dispatch tells whether it needs another one.
static long thread_status(const char *path) {
  const char *end = path + strlen(path) - strlen("/stat"), *number = end;
  while (number > path && number[-1] >= '0' && number[-1] <= '9') number--;
  int index = atoi(number) - PROCESS_ID;
  if (index < 0 || index >= thread_count) return -ENOENT;
  char text[64];
  char state = threads[index].state <= RUNNING ? 'R' : threads[index].state == ENDED ? 'Z' : 'S';
  return made_up(text, (size_t)snprintf(text, sizeof text, "%d (flick) %c 1", atoi(number), state));
}

static int open_at(int folder, const char *path, int flags, mode_t mode) {
  if (!self) return (int)RESULT(raw(SYS_openat, folder, (long)path, flags, mode, 0, 0));
  size_t length = strlen(path);
  if (strcmp(path, "/dev/tty") == 0) return (int)RESULT(open_terminal(flags));
  // 80 MB, in pages.
  static const char memory[] = "20000 20000 20000 1 0 20000 0";
  if (strcmp(path, "/proc/self/statm") == 0) return (int)RESULT(made_up(memory, sizeof memory - 1));
  if (strcmp(path, "/dev/urandom") == 0) {
    uint64_t bytes[64];
    for (int i = 0; i < 64; i++) bytes[i] = draw();
    return (int)RESULT(made_up(bytes, sizeof bytes));
  }
  if (strncmp(path, "/proc/", 6) == 0 && length > 5 && strcmp(path + length - 5, "/stat") == 0)
    return (int)RESULT(thread_status(path));
  return (int)RESULT(raw(SYS_openat, folder, (long)path, flags, mode, 0, 0));
}

#define MODE(flags) \
  ({ \
    va_list list; \
    va_start(list, flags); \
    mode_t mode_ = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0; \
    va_end(list); \
    mode_; \
  })

int open(const char *path, int flags, ...) { return open_at(AT_FDCWD, path, flags, MODE(flags)); }
int open64(const char *path, int flags, ...) { return open_at(AT_FDCWD, path, flags, MODE(flags)); }
int openat(int folder, const char *path, int flags, ...) { return open_at(folder, path, flags, MODE(flags)); }
int openat64(int folder, const char *path, int flags, ...) { return open_at(folder, path, flags, MODE(flags)); }
