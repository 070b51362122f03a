// A disk that may be full: then no file gets longer.
#include "host.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

bool is_disk_full;

static bool cannot_grow(int descriptor, uint64_t length) {
  struct stat status;
  return self && is_disk_full && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
         length > (uint64_t)status.st_size;
}

bool is_out_of_room(int descriptor, size_t count) {
  if (!self || !is_disk_full) return false;
  long place = raw(SYS_lseek, descriptor, 0, SEEK_CUR, 0, 0, 0);
  bool appends = raw(SYS_fcntl, descriptor, F_GETFL, 0, 0, 0, 0) & O_APPEND;
  return place >= 0 && cannot_grow(descriptor, appends ? INT64_MAX : (uint64_t)place + count);
}

static ssize_t write_at(int descriptor, const void *bytes, size_t count, off_t place) {
  bool is_full = cannot_grow(descriptor, (uint64_t)place + count);
  return RESULT(is_full ? -ENOSPC : raw(SYS_pwrite64, descriptor, (long)bytes, (long)count, place, 0, 0));
}

static int set_length(int descriptor, off_t length) {
  bool is_full = cannot_grow(descriptor, (uint64_t)length);
  return (int)RESULT(is_full ? -ENOSPC : raw(SYS_ftruncate, descriptor, length, 0, 0, 0, 0));
}

static int reserve(int descriptor, off_t place, off_t count) {
  if (cannot_grow(descriptor, (uint64_t)(place + count))) return ENOSPC;
  return -(int)raw(SYS_fallocate, descriptor, 0, place, count, 0, 0);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t place) { return write_at(file, bytes, count, place); }
ssize_t pwrite64(int file, const void *bytes, size_t count, off_t place) { return write_at(file, bytes, count, place); }
int ftruncate(int file, off_t length) { return set_length(file, length); }
int ftruncate64(int file, off_t length) { return set_length(file, length); }
int posix_fallocate(int file, off_t place, off_t count) { return reserve(file, place, count); }
int posix_fallocate64(int file, off_t place, off_t count) { return reserve(file, place, count); }
