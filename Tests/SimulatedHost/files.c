// Files that the kernel makes up, which say what it sees.
#include "host.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
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

// Shared memory has names that all processes know, and two hosts give theirs the same: it is a file of the folder.
static const char *local(const char *name, char *path) {
  const char *folder = getenv("FLICK_FOLDER");
  snprintf(path, 256, "/proc/self/fd/%s/shared-%s", folder ? folder : "", name + (*name == '/'));
  return path;
}

int shm_open(const char *name, int flags, mode_t mode) {
  char path[256];
  return self ? open_at(AT_FDCWD, local(name, path), flags | O_CLOEXEC, mode) : NEXT(shm_open)(name, flags, mode);
}

int shm_unlink(const char *name) {
  char path[256];
  return self ? unlink(local(name, path)) : NEXT(shm_unlink)(name);
}

// The folder of a sitting has another path each time; the process knows it as a descriptor, also where links end.
char *realpath(const char *path, char *buffer) {
  char *found = NEXT(realpath)(path, buffer), real[4096], *name = getenv("FLICK_FOLDER"), link[64];
  if (!self || !found || !name) return found;
  snprintf(link, sizeof link, "/proc/self/fd/%s", name);
  long length = raw(SYS_readlink, (long)link, (long)real, sizeof real - 1, 0, 0, 0);
  if (length <= 0 || strncmp(found, real, (size_t)length) != 0) return found;
  char *rest = strdup(found + length);
  if (!rest) return found;
  if (strlen(link) > (size_t)length) abort();
  strcpy(found, link);
  strcat(found, rest);
  free(rest);
  return found;
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
