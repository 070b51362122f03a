// What a machine is: two processors, and memory that processes share by name. Each simulated process has names of its
// own: all have the same process id.
#include "host.h"

#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <unistd.h>

int sched_getaffinity(pid_t thread, size_t size, cpu_set_t *set) {
  if (!self) return (int)RESULT(raw(SYS_sched_getaffinity, thread, (long)size, (long)set, 0, 0, 0));
  memset(set, 0, size);
  CPU_SET_S(0, size, set);
  CPU_SET_S(1, size, set);
  return 0;
}

long sysconf(int name) {
  if (self && (name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF)) return 2;
  return NEXT(sysconf)(name);
}
