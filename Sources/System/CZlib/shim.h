#ifndef FLICK_CZLIB_SHIM_H
#define FLICK_CZLIB_SHIM_H

#include <zlib.h>

// `deflateInit` and `inflateInit` are macros.

static inline int flick_deflate_init(z_stream *stream, int level) {
  return deflateInit(stream, level);
}
static inline int flick_inflate_init(z_stream *stream) { return inflateInit(stream); }

#endif
