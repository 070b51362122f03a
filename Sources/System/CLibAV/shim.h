#ifndef FLICK_CLIBAV_SHIM_H
#define FLICK_CLIBAV_SHIM_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/aes.h>
#include <libavutil/avutil.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libavutil/sha.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>
#include <stdbool.h>
// mallopt and malloc_trim, which Swift's Glibc overlay leaves out.
#include <malloc.h>

// Where libav's versions differ, and since which one; which of them are tested: docs/decisions/builds-libraries.md.

// FFmpeg 6.1: flags of a frame in place of a field each, which 7.1 no longer sets everywhere.
static inline bool flick_frame_is_interlaced(const AVFrame *_Nonnull frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  return frame->flags & AV_FRAME_FLAG_INTERLACED;
#else
  return frame->interlaced_frame;
#endif
}

static inline bool flick_frame_has_top_field_first(const AVFrame *_Nonnull frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  return frame->flags & AV_FRAME_FLAG_TOP_FIELD_FIRST;
#else
  return frame->top_field_first;
#endif
}

// FFmpeg 6.0: the field has another name. In units of the stream's time base; 0 if unknown.
static inline int64_t flick_frame_duration(const AVFrame *_Nonnull frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  return frame->duration;
#else
  return frame->pkt_duration;
#endif
}

// FFmpeg 6.1: what is true of a whole stream, such as its display matrix, is among its parameters.
// Returns NULL if there is none, else `size` bytes.
static inline const uint8_t *_Nullable flick_stream_side_data(
    const AVStream *_Nonnull stream, enum AVPacketSideDataType type, size_t *_Nonnull size) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 31, 102)
  const AVPacketSideData *data = av_packet_side_data_get(
      stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, type);
  *size = data ? data->size : 0;
  return data ? data->data : NULL;
#else
  return av_stream_get_side_data(stream, type, size);
#endif
}

// FFmpeg 8: a scaler is no longer opaque, and its flags are an enumeration.
typedef struct SwsContext *FlickScaler;
enum { FLICK_SCALE_BY_AREA = (int)SWS_AREA | (int)SWS_FULL_CHR_H_INT };

#endif
