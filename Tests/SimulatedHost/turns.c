// Whose turn it is. One thread runs until it would wait; the seed chooses the next of those that can go on. If none
// can, time passes: to the next deadline, or to what the world does before.
#include "host.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct thread threads[MOST_THREADS];
int thread_count;
__thread struct thread *self __attribute__((tls_model("initial-exec")));
uint64_t now, times_passed;
bool has_written;
int pending_signal;
pid_t real_process;

static int world = -1;
// Until when the world does nothing unless the terminal gets something.
static uint64_t quiet_until;
static uint64_t seed;

long raw(long number, long a, long b, long c, long d, long e, long f) {
  return ({
    long result;
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    result;
  });
}

// Follows from the seed, the time, and how often it was drawn at that time: builds that draw once more or less at one
// time, for a lock that the other one does not take, go on alike at the next one. (The mixing is that of splitmix64.)
uint64_t draw(void) {
  static uint64_t drawn_at, count;
  count = now == drawn_at ? count + 1 : 0;
  drawn_at = now;
  uint64_t value = seed + now * 0x9E3779B97F4A7C15ull + count * 0xD1B54A32D192ED03ull;
  value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9ull;
  value = (value ^ value >> 27) * 0x94D049BB133111EBull;
  return value ^ value >> 31;
}

// Draws only where there is a choice.
static int draw_below(int count) { return count > 1 ? (int)(draw() % (uint64_t)count) : 0; }

// What passes between the host and the world, in this order, as often as nothing can go on.
struct question {
  uint64_t now, next_deadline, has_written, new_child, signalled_children;
};
struct answer {
  uint64_t now, quiet_until;
  uint32_t columns, rows;
  uint64_t is_disk_full, ended_children;
};

static void ask_world(uint64_t deadline, int new_child) {
  struct question question = {now, deadline, has_written, (uint64_t)new_child, signalled_children};
  struct answer answer;
  if (raw(SYS_write, world, (long)&question, sizeof question, 0, 0, 0) != sizeof question ||
      raw(SYS_recvfrom, world, (long)&answer, sizeof answer, 0x100 /* MSG_WAITALL */, 0, 0) != sizeof answer)
    raw(SYS_exit_group, 99, 0, 0, 0, 0, 0);
  has_written = false;
  signalled_children = 0;
  if (answer.now > now) now = answer.now;
  quiet_until = answer.quiet_until;
  if (answer.columns) set_window(answer.columns, answer.rows);
  is_disk_full = answer.is_disk_full != 0;
  ended_children = answer.ended_children;
}

void show_child(int number) { ask_world(now, number); }

static void let_time_pass(void) {
  times_passed++;
  uint64_t deadline = next_timer();
  for (int i = 0; i < thread_count; i++) {
    bool waits = threads[i].state == AT_ADDRESS || threads[i].state == AT_DESCRIPTORS;
    if (waits && threads[i].deadline < deadline) deadline = threads[i].deadline;
  }
  if (!has_written && deadline <= quiet_until)
    now = deadline;
  else
    ask_world(deadline, 0);
  fire_timers();
}

static struct thread *choose(void) {
  for (;;) {
    struct pollfd wanted[MOST_THREADS * 8];
    int owners[MOST_THREADS * 8], wanted_count = 0, count = 0;
    struct thread *able[MOST_THREADS];
    for (int i = 0; i < thread_count; i++) {
      struct thread *thread = &threads[i];
      bool waits = thread->state == AT_ADDRESS || thread->state == AT_DESCRIPTORS;
      bool is_hit = thread->state == READY || (thread->state == AT_ADDRESS && thread->is_woken);
      if (is_hit || (waits && (thread->deadline <= now || (i == 0 && pending_signal)))) {
        able[count++] = thread;
      } else if (thread->state == AT_DESCRIPTORS) {
        for (int k = 0; k < thread->descriptor_count; k++) {
          wanted[wanted_count] = thread->descriptors[k];
          owners[wanted_count++] = i;
        }
      }
    }
    struct timespec none = {0, 0};
    if (wanted_count > 0 && raw(SYS_ppoll, (long)wanted, wanted_count, (long)&none, 0, 8, 0) > 0)
      for (int k = 0, last = -1; k < wanted_count; k++)
        if (wanted[k].revents && owners[k] != last) able[count++] = &threads[last = owners[k]];
    if (count > 0) return able[draw_below(count)];
    let_time_pass();
  }
}

static void give_turn(struct thread *thread) {
  thread->state = RUNNING;
  __atomic_store_n(&thread->turn, 1, __ATOMIC_RELEASE);
  raw(SYS_futex, (long)&thread->turn, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
}

static void await_turn(void) {
  while (!__atomic_load_n(&self->turn, __ATOMIC_ACQUIRE))
    raw(SYS_futex, (long)&self->turn, FUTEX_WAIT_PRIVATE, 0, 0, 0, 0);
  self->turn = 0;
}

bool wait_turn(void) {
  struct thread *next = choose();
  if (next == self) {
    self->state = RUNNING;
  } else {
    give_turn(next);
    await_turn();
  }
  // Signals are the main thread's, and come with its turn.
  if (self != &threads[0] || !pending_signal) return true;
  int signal = pending_signal;
  pending_signal = 0;
  raw(SYS_tgkill, real_process, real_process, signal, 0, 0, 0);
  return false;
}

void end_turns(void) {
  self->state = ENDED;
  wake(self, MOST_THREADS);
  give_turn(choose());
}

void *begin_thread(void *thread) {
  self = thread;
  await_turn();
  prepare_threads();
  return self->start(self->argument);
}

bool wait_at(const void *address, uint64_t deadline) {
  self->address = address;
  self->is_woken = false;
  self->deadline = deadline;
  do self->state = AT_ADDRESS;
  while (!wait_turn() && !self->is_woken && deadline > now);
  return self->is_woken;
}

void wake(const void *address, int count) {
  for (; count > 0; count--) {
    struct thread *found[MOST_THREADS];
    int found_count = 0;
    for (int i = 0; i < thread_count; i++)
      if (threads[i].state == AT_ADDRESS && threads[i].address == address && !threads[i].is_woken)
        found[found_count++] = &threads[i];
    if (found_count == 0) return;
    found[draw_below(found_count)]->is_woken = true;
  }
}

void pass_time(uint64_t duration) {
  static const char nothing;
  wait_at(&nothing, after(duration));
}

int process_id = 4242;

__attribute__((constructor)) static void start(void) {
  const char *descriptor = getenv("FLICK_WORLD"), *text = getenv("FLICK_SEED");
  // What the process starts is not simulated.
  unsetenv("LD_PRELOAD");
  if (!descriptor) return;
  world = atoi(descriptor);
  fcntl(world, F_SETFD, FD_CLOEXEC);
  if (text) seed = strtoull(text, NULL, 10) * 0x9E3779B97F4A7C15ull;
  real_process = (pid_t)raw(SYS_getpid, 0, 0, 0, 0, 0, 0);
  const char *folder = getenv("FLICK_FOLDER"), *time = getenv("FLICK_TIME"), *id = getenv("FLICK_PROCESS");
  if (id) process_id = atoi(id);
  if (folder && fchdir(atoi(folder)) != 0) raw(SYS_exit_group, 99, 0, 0, 0, 0, 0);
  now = time ? strtoull(time, NULL, 10) : 1;
  prepare_terminal(getenv("FLICK_TERMINAL"));
  threads[0] = (struct thread){.state = RUNNING, .handle = pthread_self()};
  thread_count = 1;
  self = &threads[0];
}
