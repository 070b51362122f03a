// Programs that the process starts. `ssh` is none of them: the world takes its pipes, and is what is at their other end.
#include "host.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_CHILDREN 64
// Beyond the numbers of processes that Linux gives.
#define FIRST_CHILD 5000000

uint64_t signalled_children, ended_children;
static int child_count;
// The descriptors that the next program gets as its first ones.
static int given[3];
// Where the world finds them: beyond those that are used.
static const int shown = 700;

int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int from, int to) {
  if (to >= 0 && to < 3) given[to] = from;
  return NEXT(posix_spawn_file_actions_adddup2)(actions, from, to);
}

int posix_spawnp(
    pid_t *id, const char *program, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes,
    char *const arguments[], char *const environment[]) {
  if (!self || !getenv("FLICK_FAR") || strcmp(program, "ssh") != 0)
    return NEXT(posix_spawnp)(id, program, actions, attributes, arguments, environment);
  if (child_count == MOST_CHILDREN) return EAGAIN;
  for (int i = 0; i < 3; i++)
    if (raw(SYS_dup3, given[i], shown + i, O_CLOEXEC, 0, 0, 0) < 0) abort();
  *id = FIRST_CHILD + child_count++;
  show_child(child_count);
  for (int i = 0; i < 3; i++) raw(SYS_close, shown + i, 0, 0, 0, 0, 0);
  return 0;
}

bool signal_child(pid_t process, int signal) {
  int child = process - FIRST_CHILD;
  if (child < 0 || child >= child_count) return false;
  signalled_children |= 1ull << child;
  has_written = true;
  return true;
}

pid_t waitpid(pid_t process, int *status, int options) {
  int child = process - FIRST_CHILD;
  if (!self || child < 0 || child >= child_count) return NEXT(waitpid)(process, status, options);
  if (!(options & WNOHANG)) abort();
  if (!(ended_children >> child & 1)) return 0;
  if (status) *status = 255 << 8;
  return process;
}

// For the sockets by which `ssh` shares a login: nobody makes them here.
char *mkdtemp(char *template) {
  if (!self) return NEXT(mkdtemp)(template);
  size_t length = strlen(template);
  for (size_t i = length - 6; i < length; i++) template[i] = "abcdefghijklmnop"[draw() & 15];
  return template;
}
