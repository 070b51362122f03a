// The host of a simulated process: what it takes for the kernel's clocks, threads, waiting and terminal
// (docs/decisions/tests-simulation.md). Preloaded, it stands before libc.
#pragma once
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/syscall.h>

#define FOREVER UINT64_MAX
// 2026-09-21: what the wall clock shows when the monotonic clock is at 0.
#define WALL_START 1790000000000000000ull
// The process and its main thread; the others follow.
extern int process_id;
#define PROCESS_ID process_id

enum thread_state { READY, RUNNING, AT_ADDRESS, AT_DESCRIPTORS, ENDED };

struct thread {
  enum thread_state state;
  // A futex: 1 gives it its turn.
  int turn;
  // Whether what it waits for at an address has come.
  bool is_woken;
  // When it stops waiting, and what it has used of the processor, in nanoseconds.
  uint64_t deadline, used;
  const void *address;
  struct pollfd descriptors[8];
  int descriptor_count;
  pthread_t handle;
  void *(*start)(void *);
  void *argument;
  int destructor_rounds;
};

#define MOST_THREADS 256
extern struct thread threads[MOST_THREADS];
extern int thread_count;
// `NULL` in what does not take turns: threads from before the start.
extern __thread struct thread *self __attribute__((tls_model("initial-exec")));
// Nanoseconds of made-up time.
extern uint64_t now;
// How often time has passed by waiting.
extern uint64_t times_passed;
// The terminal or a program has got something since the world was asked.
extern bool has_written;
// Programs by number, as bits: those that got a signal since the world was asked, and those that have ended.
extern uint64_t signalled_children, ended_children;
// Files do not get longer.
extern bool is_disk_full;
// Is raised with the main thread's next turn; 0 for none.
extern int pending_signal;
extern pid_t real_process;

// A system call that nothing stands before; the negative of `errno` if it fails.
long raw(long number, long a, long b, long c, long d, long e, long f);
// The function that stands behind this one.
#define NEXT(name) \
  ({ \
    static __typeof__(&name) next; \
    if (!next) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name); \
    next; \
  })
#define RESULT(call) \
  ({ \
    long result_ = (call); \
    if (result_ < 0) errno = (int)-result_; \
    result_ < 0 ? -1 : result_; \
  })

uint64_t draw(void);
// Has the calling thread, whose state says what it waits for, wait for its turn; returns whether no signal came.
bool wait_turn(void);
// Gives the turn away for good.
void end_turns(void);
// Waits until an address is woken or a time has come; returns whether it was woken.
bool wait_at(const void *address, uint64_t deadline);
void wake(const void *address, int count);
void pass_time(uint64_t nanoseconds);
// Has the world take the pipes of a program, by its number from 1 on.
void show_child(int number);
// Returns whether there is such a program.
bool signal_child(pid_t process, int signal);
// Timers that are due make their descriptors readable.
void fire_timers(void);
uint64_t next_timer(void);
// A new thread's first turn, and its last.
void *begin_thread(void *thread);
void prepare_threads(void);
void prepare_terminal(const char *descriptor);
// Whether a file cannot take more bytes where it is.
bool is_out_of_room(int descriptor, size_t count);
// A descriptor of the terminal, as `open` returns it.
long open_terminal(int flags);
void set_window(unsigned columns, unsigned rows);

static inline uint64_t nanoseconds(const struct timespec *time) {
  return (uint64_t)time->tv_sec * 1000000000ull + (uint64_t)time->tv_nsec;
}
static inline uint64_t after(uint64_t duration) { return duration > FOREVER / 2 ? FOREVER : now + duration; }
// A time of either clock: only the wall clock shows such large ones.
static inline uint64_t moment(const struct timespec *time) {
  uint64_t value = nanoseconds(time);
  return value < WALL_START / 2 ? value : value > WALL_START ? value - WALL_START : 0;
}
