// The functions of libav that Flick calls, each as its header declares it:
// LIBAV(library, result, name, parameters, arguments). The compiler compares it with the header.

LIBAV(UTIL, struct AVAES *, av_aes_alloc, (void), ())
LIBAV(UTIL, void, av_aes_crypt, (struct AVAES *a, uint8_t *dst, const uint8_t *src, int count,
      uint8_t *iv, int decrypt), (a, dst, src, count, iv, decrypt))
LIBAV(UTIL, int, av_aes_init, (struct AVAES *a, const uint8_t *key, int key_bits, int decrypt),
      (a, key, key_bits, decrypt))
LIBAV(UTIL, char *, av_base64_encode, (char *out, int out_size, const uint8_t *in, int in_size),
      (out, out_size, in, in_size))
LIBAV(UTIL, int, av_channel_layout_compare, (const AVChannelLayout *chl, const AVChannelLayout
      *chl1), (chl, chl1))
LIBAV(UTIL, int, av_channel_layout_copy, (AVChannelLayout *dst, const AVChannelLayout *src), (dst,
      src))
LIBAV(UTIL, void, av_channel_layout_default, (AVChannelLayout *ch_layout, int nb_channels),
      (ch_layout, nb_channels))
LIBAV(UTIL, int, av_channel_layout_describe, (const AVChannelLayout *channel_layout, char *buf,
      size_t buf_size), (channel_layout, buf, buf_size))
LIBAV(UTIL, void, av_channel_layout_uninit, (AVChannelLayout *channel_layout), (channel_layout))
LIBAV(UTIL, const char *, av_color_space_name, (enum AVColorSpace space), (space))
LIBAV(UTIL, void, av_dict_free, (AVDictionary **m), (m))
LIBAV(UTIL, AVDictionaryEntry *, av_dict_get, (const AVDictionary *m, const char *key, const
      AVDictionaryEntry *prev, int flags), (m, key, prev, flags))
LIBAV(UTIL, int, av_dict_set, (AVDictionary **pm, const char *key, const char *value, int flags),
      (pm, key, value, flags))
LIBAV(UTIL, AVFrame *, av_frame_alloc, (void), ())
LIBAV(UTIL, int, av_frame_apply_cropping, (AVFrame *frame, int flags), (frame, flags))
LIBAV(UTIL, void, av_frame_free, (AVFrame **frame), (frame))
LIBAV(UTIL, int, av_frame_get_buffer, (AVFrame *frame, int align), (frame, align))
LIBAV(UTIL, AVFrameSideData *, av_frame_get_side_data, (const AVFrame *frame, enum
      AVFrameSideDataType type), (frame, type))
LIBAV(UTIL, void, av_frame_unref, (AVFrame *frame), (frame))
LIBAV(UTIL, void, av_free, (void *ptr), (ptr))
LIBAV(UTIL, void, av_freep, (void *ptr), (ptr))
LIBAV(UTIL, const char *, av_get_pix_fmt_name, (enum AVPixelFormat pix_fmt), (pix_fmt))
LIBAV(UTIL, int, av_log_format_line2, (void *ptr, int level, const char *fmt, va_list vl, char
      *line, int line_size, int *print_prefix), (ptr, level, fmt, vl, line, line_size,
      print_prefix))
LIBAV(UTIL, void, av_log_set_callback, (void (*callback)(void*, int, const char*, va_list)),
      (callback))
LIBAV(UTIL, void *, av_malloc, (size_t size), (size))
LIBAV(UTIL, void, av_max_alloc, (size_t max), (max))
LIBAV(UTIL, AVRational, av_mul_q, (AVRational b, AVRational c), (b, c))
LIBAV(UTIL, int, av_opt_set, (void *obj, const char *name, const char *val, int search_flags),
      (obj, name, val, search_flags))
LIBAV(UTIL, int, av_pix_fmt_count_planes, (enum AVPixelFormat pix_fmt), (pix_fmt))
LIBAV(UTIL, const AVPixFmtDescriptor *, av_pix_fmt_desc_get, (enum AVPixelFormat pix_fmt),
      (pix_fmt))
LIBAV(UTIL, char *, av_strdup, (const char *s), (s))
LIBAV(UTIL, unsigned, avutil_version, (void), ())

LIBAV(CODEC, AVPacket *, av_packet_alloc, (void), ())
LIBAV(CODEC, AVPacket *, av_packet_clone, (const AVPacket *src), (src))
LIBAV(CODEC, void, av_packet_free, (AVPacket **pkt), (pkt))
LIBAV(CODEC, uint8_t *, av_packet_get_side_data, (const AVPacket *pkt, enum AVPacketSideDataType
      type, size_t *size), (pkt, type, size))
LIBAV(CODEC, void, av_packet_move_ref, (AVPacket *dst, AVPacket *src), (dst, src))
LIBAV(CODEC, int, av_packet_ref, (AVPacket *dst, const AVPacket *src), (dst, src))
LIBAV(CODEC, void, av_packet_unref, (AVPacket *pkt), (pkt))
LIBAV(CODEC, AVCodecContext *, avcodec_alloc_context3, (const AVCodec *codec), (codec))
LIBAV(CODEC, int, avcodec_decode_subtitle2, (AVCodecContext *avctx, AVSubtitle *sub, int
      *got_sub_ptr, AVPacket *avpkt), (avctx, sub, got_sub_ptr, avpkt))
LIBAV(CODEC, const AVCodecDescriptor *, avcodec_descriptor_get, (enum AVCodecID id), (id))
LIBAV(CODEC, const AVCodec *, avcodec_find_decoder, (enum AVCodecID id), (id))
LIBAV(CODEC, const AVCodec *, avcodec_find_decoder_by_name, (const char *name), (name))
LIBAV(CODEC, const AVCodec *, avcodec_find_encoder, (enum AVCodecID id), (id))
LIBAV(CODEC, void, avcodec_flush_buffers, (AVCodecContext *avctx), (avctx))
LIBAV(CODEC, void, avcodec_free_context, (AVCodecContext **avctx), (avctx))
LIBAV(CODEC, const char *, avcodec_get_name, (enum AVCodecID id), (id))
LIBAV(CODEC, int, avcodec_open2, (AVCodecContext *avctx, const AVCodec *codec, AVDictionary
      **options), (avctx, codec, options))
LIBAV(CODEC, int, avcodec_parameters_to_context, (AVCodecContext *codec, const AVCodecParameters
      *par), (codec, par))
LIBAV(CODEC, int, avcodec_receive_frame, (AVCodecContext *avctx, AVFrame *frame), (avctx, frame))
LIBAV(CODEC, int, avcodec_receive_packet, (AVCodecContext *avctx, AVPacket *avpkt), (avctx,
      avpkt))
LIBAV(CODEC, int, avcodec_send_frame, (AVCodecContext *avctx, const AVFrame *frame), (avctx,
      frame))
LIBAV(CODEC, int, avcodec_send_packet, (AVCodecContext *avctx, const AVPacket *avpkt), (avctx,
      avpkt))
LIBAV(CODEC, unsigned, avcodec_version, (void), ())
LIBAV(CODEC, void, avsubtitle_free, (AVSubtitle *sub), (sub))

LIBAV(FORMAT, const AVInputFormat *, av_find_input_format, (const char *short_name), (short_name))
LIBAV(FORMAT, AVRational, av_guess_sample_aspect_ratio, (AVFormatContext *format, AVStream
      *stream, AVFrame *frame), (format, stream, frame))
LIBAV(FORMAT, int, av_probe_input_buffer2, (AVIOContext *pb, const AVInputFormat **fmt, const char
      *url, void *logctx, unsigned int offset, unsigned int max_probe_size), (pb, fmt, url,
      logctx, offset, max_probe_size))
LIBAV(FORMAT, int, av_read_frame, (AVFormatContext *s, AVPacket *pkt), (s, pkt))
LIBAV(FORMAT, int, av_seek_frame, (AVFormatContext *s, int stream_index, int64_t timestamp, int
      flags), (s, stream_index, timestamp, flags))
LIBAV(FORMAT, uint8_t *, av_stream_get_side_data, (const AVStream *stream, enum
      AVPacketSideDataType type, size_t *size), (stream, type, size))
LIBAV(FORMAT, AVFormatContext *, avformat_alloc_context, (void), ())
LIBAV(FORMAT, void, avformat_close_input, (AVFormatContext **s), (s))
LIBAV(FORMAT, int, avformat_find_stream_info, (AVFormatContext *ic, AVDictionary **options), (ic,
      options))
LIBAV(FORMAT, int, avformat_open_input, (AVFormatContext **ps, const char *url, const
      AVInputFormat *fmt, AVDictionary **options), (ps, url, fmt, options))
LIBAV(FORMAT, int, avformat_seek_file, (AVFormatContext *s, int stream_index, int64_t min_ts,
      int64_t ts, int64_t max_ts, int flags), (s, stream_index, min_ts, ts, max_ts, flags))
LIBAV(FORMAT, unsigned, avformat_version, (void), ())
LIBAV(FORMAT, AVIOContext *, avio_alloc_context, (unsigned char *buffer, int buffer_size, int
      write_flag, void *opaque, int (*read_packet)(void *opaque, uint8_t *buf, int buf_size), int
      (*write_packet)(void *opaque, uint8_t *buf, int buf_size), int64_t (*seek)(void *opaque,
      int64_t offset, int whence)), (buffer, buffer_size, write_flag, opaque, read_packet,
      write_packet, seek))
LIBAV(FORMAT, int, avio_close, (AVIOContext *s), (s))
LIBAV(FORMAT, void, avio_context_free, (AVIOContext **s), (s))
LIBAV(FORMAT, const char *, avio_enum_protocols, (void **opaque, int output), (opaque, output))
LIBAV(FORMAT, void, avio_flush, (AVIOContext *s), (s))
LIBAV(FORMAT, int, avio_open2, (AVIOContext **s, const char *url, int flags, const AVIOInterruptCB
      *int_cb, AVDictionary **options), (s, url, flags, int_cb, options))
LIBAV(FORMAT, int, avio_read_partial, (AVIOContext *s, unsigned char *buf, int size), (s, buf,
      size))
LIBAV(FORMAT, void, avio_write, (AVIOContext *s, const unsigned char *buf, int size), (s, buf,
      size))

LIBAV(RESAMPLE, int, swr_alloc_set_opts2, (struct SwrContext **ps, AVChannelLayout *out_ch_layout,
      enum AVSampleFormat out_sample_fmt, int out_sample_rate, AVChannelLayout *in_ch_layout, enum
      AVSampleFormat in_sample_fmt, int in_sample_rate, int log_offset, void *log_ctx), (ps,
      out_ch_layout, out_sample_fmt, out_sample_rate, in_ch_layout, in_sample_fmt, in_sample_rate,
      log_offset, log_ctx))
LIBAV(RESAMPLE, int, swr_convert, (struct SwrContext *s, uint8_t **out, int out_count, const
      uint8_t **in, int in_count), (s, out, out_count, in, in_count))
LIBAV(RESAMPLE, void, swr_free, (struct SwrContext **s), (s))
LIBAV(RESAMPLE, int64_t, swr_get_delay, (struct SwrContext *s, int64_t base), (s, base))
LIBAV(RESAMPLE, int, swr_get_out_samples, (struct SwrContext *s, int in_samples), (s, in_samples))
LIBAV(RESAMPLE, int, swr_init, (struct SwrContext *s), (s))
LIBAV(RESAMPLE, unsigned, swresample_version, (void), ())

LIBAV(SCALE, void, sws_freeContext, (struct SwsContext *swsContext), (swsContext))
LIBAV(SCALE, const int *, sws_getCoefficients, (int colorspace), (colorspace))
LIBAV(SCALE, struct SwsContext *, sws_getContext, (int srcW, int srcH, enum AVPixelFormat
      srcFormat, int dstW, int dstH, enum AVPixelFormat dstFormat, int flags, SwsFilter
      *srcFilter, SwsFilter *dstFilter, const double *param), (srcW, srcH, srcFormat, dstW, dstH,
      dstFormat, flags, srcFilter, dstFilter, param))
LIBAV(SCALE, int, sws_scale, (struct SwsContext *c, const uint8_t *const srcSlice[], const int
      srcStride[], int srcSliceY, int srcSliceH, uint8_t *const dst[], const int dstStride[]), (c,
      srcSlice, srcStride, srcSliceY, srcSliceH, dst, dstStride))
LIBAV(SCALE, int, sws_setColorspaceDetails, (struct SwsContext *c, const int inv_table[4], int
      srcRange, const int table[4], int dstRange, int brightness, int contrast, int saturation),
      (c, inv_table, srcRange, table, dstRange, brightness, contrast, saturation))
LIBAV(SCALE, unsigned, swscale_version, (void), ())
