// The terminal: a socket to the world that says it is one.
#include "host.h"

#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

static int terminal = -1;
static ino_t inode;
static struct winsize window;
static struct termios modes = {
    .c_iflag = ICRNL | IXON,
    .c_oflag = OPOST | ONLCR,
    .c_cflag = CS8 | CREAD | B38400,
    .c_lflag = ISIG | ICANON | ECHO | ECHOE | ECHOK | ECHOCTL | ECHOKE | IEXTEN,
    .c_cc = {[VINTR] = 3, [VEOF] = 4, [VMIN] = 1},
};

void prepare_terminal(const char *descriptor) {
  struct stat status;
  if (!descriptor || sscanf(descriptor, "%d,%hu,%hu", &terminal, &window.ws_col, &window.ws_row) != 3) return;
  if (raw(SYS_fstat, terminal, (long)&status, 0, 0, 0, 0) == 0) inode = status.st_ino;
}

void set_window(unsigned columns, unsigned rows) {
  pending_signal = SIGWINCH;
  window.ws_col = (unsigned short)columns;
  window.ws_row = (unsigned short)rows;
}

static bool is_terminal(int descriptor) {
  struct stat status;
  return inode && raw(SYS_fstat, descriptor, (long)&status, 0, 0, 0, 0) == 0 && status.st_ino == inode &&
         S_ISSOCK(status.st_mode);
}

// Whether what is written there leaves the process.
static bool leads_out(int descriptor) {
  struct stat status;
  if (raw(SYS_fstat, descriptor, (long)&status, 0, 0, 0, 0) != 0) return false;
  return S_ISFIFO(status.st_mode) || (inode && S_ISSOCK(status.st_mode) && status.st_ino == inode);
}

static int check(int descriptor) { return is_terminal(descriptor) ? 0 : (int)RESULT(-ENOTTY); }

int isatty(int descriptor) { return check(descriptor) == 0; }
int tcdrain(int descriptor) { return check(descriptor); }
int tcsetpgrp(int descriptor, pid_t group) { return check(descriptor); }
pid_t tcgetpgrp(int descriptor) { return check(descriptor) == 0 ? getpgrp() : -1; }

int tcgetattr(int descriptor, struct termios *value) {
  if (check(descriptor) != 0) return -1;
  *value = modes;
  return 0;
}

int tcsetattr(int descriptor, int when, const struct termios *value) {
  if (check(descriptor) != 0) return -1;
  modes = *value;
  return 0;
}

int tcflush(int descriptor, int queue) {
  if (check(descriptor) != 0) return -1;
  char dropped[4096];
  while (queue != TCOFLUSH && raw(SYS_recvfrom, descriptor, (long)dropped, sizeof dropped, MSG_DONTWAIT, 0, 0) > 0) {
  }
  return 0;
}

int ttyname_r(int descriptor, char *name, size_t size) {
  if (!is_terminal(descriptor)) return ENOTTY;
  snprintf(name, size, "/dev/tty");
  return 0;
}

int ioctl(int descriptor, unsigned long request, ...) {
  va_list list;
  va_start(list, request);
  void *value = va_arg(list, void *);
  va_end(list);
  if (request == TIOCGWINSZ && is_terminal(descriptor)) {
    *(struct winsize *)value = window;
    return 0;
  }
  return (int)RESULT(raw(SYS_ioctl, descriptor, (long)request, (long)value, 0, 0, 0));
}

long open_terminal(int flags) {
  long copy = raw(SYS_fcntl, terminal, flags & O_CLOEXEC ? F_DUPFD_CLOEXEC : F_DUPFD, 5, 0, 0, 0);
  if (copy >= 0 && flags & O_NONBLOCK) raw(SYS_fcntl, copy, F_SETFL, O_RDWR | O_NONBLOCK, 0, 0, 0);
  return copy;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  if (self && leads_out(descriptor)) has_written = true;
  if (is_out_of_room(descriptor, count)) return RESULT(-ENOSPC);
  return RESULT(raw(SYS_write, descriptor, (long)bytes, (long)count, 0, 0, 0));
}
