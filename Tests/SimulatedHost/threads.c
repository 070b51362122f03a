// Threads, and what they wait for each other with.
#include "host.h"

#include <linux/futex.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <unistd.h>

static pthread_key_t ending;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// Called again until the destructors of other keys have run.
static void end_thread(void *thread) {
  if (((struct thread *)thread)->destructor_rounds++ < 3)
    pthread_setspecific(ending, thread);
  else
    end_turns();
}

static void create_key(void) { pthread_key_create(&ending, end_thread); }

void prepare_threads(void) {
  pthread_once(&once, create_key);
  pthread_setspecific(ending, self);
}

int pthread_create(pthread_t *handle, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
  if (!self) return NEXT(pthread_create)(handle, attributes, start, argument);
  if (thread_count == MOST_THREADS) return EAGAIN;
  struct thread *thread = &threads[thread_count];
  *thread = (struct thread){.state = READY, .start = start, .argument = argument};
  int problem = NEXT(pthread_create)(&thread->handle, attributes, begin_thread, thread);
  if (problem) return problem;
  *handle = thread->handle;
  thread_count++;
  return 0;
}

int pthread_join(pthread_t handle, void **value) {
  for (int i = 0; self && i < thread_count; i++)
    while (threads[i].handle == handle && threads[i].state != ENDED) wait_at(&threads[i], FOREVER);
  return NEXT(pthread_join)(handle, value);
}

int sched_yield(void) {
  if (self) {
    self->state = READY;
    wait_turn();
  }
  return 0;
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
  if (!self) return NEXT(pthread_mutex_lock)(mutex);
  int problem;
  while ((problem = pthread_mutex_trylock(mutex)) == EBUSY) wait_at(mutex, FOREVER);
  return problem;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  int problem = NEXT(pthread_mutex_unlock)(mutex);
  if (self) wake(mutex, 1);
  return problem;
}

static int wait_for(pthread_cond_t *condition, pthread_mutex_t *mutex, uint64_t deadline) {
  int problem = pthread_mutex_unlock(mutex);
  if (problem) return problem;
  bool is_woken = wait_at(condition, deadline);
  pthread_mutex_lock(mutex);
  return is_woken ? 0 : ETIMEDOUT;
}

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  return self ? wait_for(condition, mutex, FOREVER) : NEXT(pthread_cond_wait)(condition, mutex);
}

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *time) {
  return self ? wait_for(condition, mutex, moment(time)) : NEXT(pthread_cond_timedwait)(condition, mutex, time);
}

int pthread_cond_clockwait(
    pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock, const struct timespec *time) {
  return self ? wait_for(condition, mutex, moment(time)) : NEXT(pthread_cond_clockwait)(condition, mutex, clock, time);
}

int pthread_cond_signal(pthread_cond_t *condition) {
  if (self) wake(condition, 1);
  return NEXT(pthread_cond_signal)(condition);
}

int pthread_cond_broadcast(pthread_cond_t *condition) {
  if (self) wake(condition, MOST_THREADS);
  return NEXT(pthread_cond_broadcast)(condition);
}

static int take(sem_t *semaphore, uint64_t deadline) {
  while (sem_trywait(semaphore) != 0) {
    if (deadline <= now) {
      errno = ETIMEDOUT;
      return -1;
    }
    wait_at(semaphore, deadline);
  }
  return 0;
}

int sem_wait(sem_t *semaphore) { return self ? take(semaphore, FOREVER) : NEXT(sem_wait)(semaphore); }

int sem_timedwait(sem_t *semaphore, const struct timespec *time) {
  return self ? take(semaphore, moment(time)) : NEXT(sem_timedwait)(semaphore, time);
}

int sem_post(sem_t *semaphore) {
  int result = NEXT(sem_post)(semaphore);
  if (self) wake(semaphore, 1);
  return result;
}

pid_t getpid(void) { return self ? PROCESS_ID : (pid_t)raw(SYS_getpid, 0, 0, 0, 0, 0, 0); }
pid_t getppid(void) { return self ? PROCESS_ID - 1 : (pid_t)raw(SYS_getppid, 0, 0, 0, 0, 0, 0); }
pid_t getpgrp(void) { return getpid(); }
pid_t getpgid(pid_t process) { return process == 0 || process == PROCESS_ID ? PROCESS_ID : PROCESS_ID - 1; }
pid_t gettid(void) {
  return self ? PROCESS_ID + (pid_t)(self - threads) : (pid_t)raw(SYS_gettid, 0, 0, 0, 0, 0, 0);
}

// Stopped, it is continued after a while; meanwhile no thread goes on.
int kill(pid_t process, int signal) {
  bool is_own = process == 0 || process == PROCESS_ID || process == -PROCESS_ID;
  if (self && is_own && (signal == SIGTSTP || signal == SIGSTOP || signal == SIGTTOU || signal == SIGTTIN)) {
    now += draw() % 3000000000ull;
    signal = SIGCONT;
  }
  if (self && is_own) return (int)RESULT(raw(SYS_tgkill, real_process, real_process, signal, 0, 0, 0));
  if (self && signal_child(process, signal)) return 0;
  return (int)RESULT(raw(SYS_kill, process, signal, 0, 0, 0, 0));
}

static bool take_word(uint32_t *word) {
  uint32_t none = 0;
  return __atomic_compare_exchange_n(
      word, &none, (uint32_t)gettid(), false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

static long futex(uint32_t *word, int operation, uint32_t value, const struct timespec *time) {
  switch (operation & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET: {
      if (__atomic_load_n(word, __ATOMIC_SEQ_CST) != value) return -EAGAIN;
      bool is_relative = (operation & FUTEX_CMD_MASK) == FUTEX_WAIT;
      uint64_t deadline = !time ? FOREVER : is_relative ? after(nanoseconds(time)) : moment(time);
      return wait_at(word, deadline) ? 0 : -ETIMEDOUT;
    }
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET: wake(word, value > MOST_THREADS ? MOST_THREADS : (int)value); return 0;
    case FUTEX_LOCK_PI:
    case FUTEX_LOCK_PI2:
      while (!take_word(word)) {
        // So that whoever unlocks it calls.
        __atomic_or_fetch(word, FUTEX_WAITERS, __ATOMIC_SEQ_CST);
        wait_at(word, FOREVER);
      }
      return 0;
    case FUTEX_TRYLOCK_PI: return take_word(word) ? 0 : -EWOULDBLOCK;
    case FUTEX_UNLOCK_PI:
      __atomic_store_n(word, 0, __ATOMIC_SEQ_CST);
      wake(word, MOST_THREADS);
      return 0;
    default: return -ENOSYS;
  }
}

ssize_t getrandom(void *buffer, size_t count, unsigned flags);

long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long);
  long d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
  va_end(list);
  if (self && number == SYS_futex)
    return RESULT(futex((uint32_t *)a, (int)b, (uint32_t)c, (const struct timespec *)d));
  if (number == SYS_gettid) return gettid();
  if (number == SYS_getrandom) return getrandom((void *)a, (size_t)b, (unsigned)c);
  return RESULT(raw(number, a, b, c, d, e, f));
}

// Chance is the seed's.
static void fill(unsigned char *buffer, size_t count) {
  for (size_t i = 0; i < count; i++) buffer[i] = (unsigned char)(draw() >> 24);
}

ssize_t getrandom(void *buffer, size_t count, unsigned flags) {
  if (!self) return RESULT(raw(SYS_getrandom, (long)buffer, (long)count, flags, 0, 0, 0));
  fill(buffer, count);
  return (ssize_t)count;
}

int getentropy(void *buffer, size_t count) { return getrandom(buffer, count, 0) < 0 ? -1 : 0; }
void arc4random_buf(void *buffer, size_t count) { getrandom(buffer, count, 0); }
uint32_t arc4random(void) {
  uint32_t value;
  arc4random_buf(&value, sizeof value);
  return value;
}
