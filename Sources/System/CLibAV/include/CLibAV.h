#ifndef FLICK_CLIBAV_H
#define FLICK_CLIBAV_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/aes.h>
#include <libavutil/avutil.h>
#include <libavutil/base64.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>
// mallopt and malloc_trim, which Swift's Glibc overlay leaves out.
#include <malloc.h>

// Loads libav; what a caller of its functions would wait for otherwise. Returns NULL, or what is
// wrong, which holds as long as the process. May be called from any thread, and again.
const char *_Nullable flick_libav_load(void);

#endif
