// Made-up time. Reading a clock takes none: how often it is read differs between builds. Who reads it again and again
// without ever waiting waits for it, and gets there.
#include "host.h"

#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const int most_readings = 1000;
static const uint64_t reading = 10000;

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (!self) return NEXT(clock_gettime)(clock, time);
  static uint64_t passed;
  static int count;
  if (passed != times_passed) count = 0;
  passed = times_passed;
  if (++count > most_readings) {
    now += reading;
    self->used += reading;
  }
  uint64_t value = now;
  if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) value += WALL_START;
  if (clock == CLOCK_THREAD_CPUTIME_ID || clock == CLOCK_PROCESS_CPUTIME_ID) value = self->used;
  time->tv_sec = (time_t)(value / 1000000000ull);
  time->tv_nsec = (long)(value % 1000000000ull);
  return 0;
}

int gettimeofday(struct timeval *value, void *zone) {
  struct timespec time;
  int result = clock_gettime(CLOCK_REALTIME, &time);
  value->tv_sec = time.tv_sec;
  value->tv_usec = time.tv_nsec / 1000;
  return result;
}

time_t time(time_t *value) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  if (value) *value = time.tv_sec;
  return time.tv_sec;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *rest) {
  if (!self) return NEXT(clock_nanosleep)(clock, flags, time, rest);
  uint64_t end = flags & TIMER_ABSTIME ? moment(time) : after(nanoseconds(time));
  if (end > now) pass_time(end - now);
  return 0;
}

int nanosleep(const struct timespec *time, struct timespec *rest) {
  return clock_nanosleep(CLOCK_MONOTONIC, 0, time, rest);
}

int usleep(useconds_t duration) {
  struct timespec time = {duration / 1000000, (duration % 1000000) * 1000};
  return nanosleep(&time, NULL);
}

unsigned sleep(unsigned seconds) {
  struct timespec time = {seconds, 0};
  nanosleep(&time, NULL);
  return 0;
}
