#ifndef FLICK_CALSA_SHIM_H
#define FLICK_CALSA_SHIM_H

#include <alsa/asoundlib.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>

// The library's error handler is variadic, which Swift can neither write nor pass.

/// Takes a formatted message. Defined by the one Swift module that imports this.
void flick_alsa_message(const char *line);

static void flick_alsa_format(
    const char *file, int line, const char *function, int error, const char *format, ...) {
  (void)file;
  (void)line;
  char text[512];
  int length = snprintf(text, sizeof text, "%s: ", function ? function : "alsa");
  va_list arguments;
  va_start(arguments, format);
  if (length >= 0 && (size_t)length < sizeof text) {
    vsnprintf(text + length, sizeof text - (size_t)length, format, arguments);
  }
  va_end(arguments);
  (void)error;
  flick_alsa_message(text);
}

/// Sends the library's messages to `flick_alsa_message` instead of standard error.
static inline void flick_alsa_redirect(void) { snd_lib_error_set_handler(flick_alsa_format); }

#endif
