// What takes time: decoding, and a disk. Only the thread that waits for it is held up.
#include "host.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Nanoseconds for each byte of a packet, and the most of a flush of the disk.
static uint64_t cost_of(const char *name, uint64_t usual) {
  const char *value = getenv(name);
  return value ? strtoull(value, NULL, 10) : usual;
}

// libavcodec's, of which only the place of the size matters: it is the same since FFmpeg 4.
struct packet {
  void *buffer;
  int64_t presentation, decoding;
  uint8_t *data;
  int size;
};

int avcodec_send_packet(void *context, const struct packet *packet) {
  static int (*next)(void *, const struct packet *);
  static uint64_t cost;
  if (!next) {
    next = (int (*)(void *, const struct packet *))dlsym(RTLD_NEXT, "avcodec_send_packet");
    cost = cost_of("FLICK_DECODING_COST", 20);
  }
  if (self && packet && packet->size > 0) pass_time((uint64_t)packet->size * cost);
  return next(context, packet);
}

static void flush(void) {
  static uint64_t most;
  if (!most) most = cost_of("FLICK_FLUSH_COST", 20000000);
  if (self) pass_time(draw() % most);
}

// What a power failure leaves of a file of the store: its content when it was flushed last.
static void keep(int descriptor) {
  const char *folder = getenv("FLICK_FLUSHED");
  char link[32], path[4096], copy[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (!folder || length <= 0) return;
  path[length] = 0;
  const char *name = strrchr(path, '/');
  if (!name || strncmp(name, "/flick.db", 9) != 0) return;
  snprintf(copy, sizeof copy, "%s%s", folder, name);
  long from = raw(SYS_openat, AT_FDCWD, (long)link, O_RDONLY, 0, 0, 0);
  long to = raw(SYS_openat, AT_FDCWD, (long)copy, O_WRONLY | O_CREAT | O_TRUNC, 0600, 0, 0);
  if (from >= 0 && to >= 0)
    while (raw(SYS_sendfile, to, from, 0, 1 << 20, 0, 0) > 0) {}
  raw(SYS_close, from, 0, 0, 0, 0, 0);
  raw(SYS_close, to, 0, 0, 0, 0, 0);
}

// A disk does not really have to be flushed here: nothing but the simulation fails.
int fsync(int descriptor) {
  if (!self) return NEXT(fsync)(descriptor);
  flush();
  keep(descriptor);
  return 0;
}

int fdatasync(int descriptor) { return fsync(descriptor); }
