// Waiting for descriptors, and timers that are some.
#include "host.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define MOST_DESCRIPTORS 1024
static struct {
  bool is_timer;
  uint64_t deadline, interval;
} timers[MOST_DESCRIPTORS];

static int poll_until(struct pollfd *wanted, nfds_t count, uint64_t deadline) {
  struct timespec none = {0, 0};
  for (;;) {
    long found = raw(SYS_ppoll, (long)wanted, (long)count, (long)&none, 0, 8, 0);
    if (found != 0) return (int)RESULT(found);
    if (deadline <= now) return 0;
    if (count > sizeof self->descriptors / sizeof *self->descriptors) abort();
    memcpy(self->descriptors, wanted, count * sizeof *wanted);
    self->descriptor_count = (int)count;
    self->deadline = deadline;
    self->state = AT_DESCRIPTORS;
    if (!wait_turn()) return (int)RESULT(-EINTR);
  }
}

int poll(struct pollfd *wanted, nfds_t count, int timeout) {
  if (!self) return NEXT(poll)(wanted, count, timeout);
  return poll_until(wanted, count, timeout < 0 ? FOREVER : after((uint64_t)timeout * 1000000));
}

int ppoll(struct pollfd *wanted, nfds_t count, const struct timespec *timeout, const sigset_t *mask) {
  if (!self) return NEXT(ppoll)(wanted, count, timeout, mask);
  return poll_until(wanted, count, timeout ? after(nanoseconds(timeout)) : FOREVER);
}

int epoll_wait(int descriptor, struct epoll_event *events, int most, int timeout) {
  if (!self) return NEXT(epoll_wait)(descriptor, events, most, timeout);
  uint64_t deadline = timeout < 0 ? FOREVER : after((uint64_t)timeout * 1000000);
  for (;;) {
    long found = raw(SYS_epoll_pwait, descriptor, (long)events, most, 0, 0, 8);
    if (found != 0) return (int)RESULT(found);
    struct pollfd wanted = {descriptor, POLLIN, 0};
    if (poll_until(&wanted, 1, deadline) <= 0) return deadline <= now ? 0 : (int)RESULT(-EINTR);
  }
}

int epoll_pwait(int descriptor, struct epoll_event *events, int most, int timeout, const sigset_t *mask) {
  return epoll_wait(descriptor, events, most, timeout);
}

int timerfd_create(int clock, int flags) {
  if (!self) return NEXT(timerfd_create)(clock, flags);
  int descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  if (descriptor >= MOST_DESCRIPTORS) abort();
  if (descriptor >= 0) {
    timers[descriptor].is_timer = true;
    timers[descriptor].deadline = FOREVER;
  }
  return descriptor;
}

int timerfd_settime(int descriptor, int flags, const struct itimerspec *new, struct itimerspec *old) {
  if (!self) return NEXT(timerfd_settime)(descriptor, flags, new, old);
  uint64_t value = nanoseconds(&new->it_value), missed;
  raw(SYS_read, descriptor, (long)&missed, sizeof missed, 0, 0, 0);
  if (old) memset(old, 0, sizeof *old);
  timers[descriptor].interval = nanoseconds(&new->it_interval);
  timers[descriptor].deadline =
      value == 0 ? FOREVER : flags & TFD_TIMER_ABSTIME ? moment(&new->it_value) : after(value);
  fire_timers();
  return 0;
}

void fire_timers(void) {
  for (int i = 0; i < MOST_DESCRIPTORS; i++)
    if (timers[i].is_timer && timers[i].deadline <= now) {
      uint64_t one = 1;
      raw(SYS_write, i, (long)&one, sizeof one, 0, 0, 0);
      timers[i].deadline = timers[i].interval ? after(timers[i].interval) : FOREVER;
    }
}

uint64_t next_timer(void) {
  uint64_t next = FOREVER;
  for (int i = 0; i < MOST_DESCRIPTORS; i++)
    if (timers[i].is_timer && timers[i].deadline < next) next = timers[i].deadline;
  return next;
}

int close(int descriptor) {
  if (descriptor >= 0 && descriptor < MOST_DESCRIPTORS) timers[descriptor].is_timer = false;
  return (int)RESULT(raw(SYS_close, descriptor, 0, 0, 0, 0, 0));
}
