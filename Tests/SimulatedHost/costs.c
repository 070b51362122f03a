// What takes time: decoding, and a disk. Only the thread that waits for it is held up.
#include "host.h"

#include <stdlib.h>
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

int fsync(int descriptor) {
  flush();
  return (int)RESULT(raw(SYS_fsync, descriptor, 0, 0, 0, 0, 0));
}

int fdatasync(int descriptor) {
  flush();
  return (int)RESULT(raw(SYS_fdatasync, descriptor, 0, 0, 0, 0, 0));
}
