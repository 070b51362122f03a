#ifndef FLICK_CLIBAV_SHIM_H
#define FLICK_CLIBAV_SHIM_H

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

#endif
