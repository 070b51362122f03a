import Models

/// Media types (RFC 6838) of files by extension.
package enum FileMediaType {
  /// The type of a file; `application/octet-stream` for an unknown extension.
  package static func of(_ path: FilePath) -> String {
    types[path.lowercaseExtension] ?? "application/octet-stream"
  }

  /// As registered by IANA, or else as commonly sent by servers.
  private static let types: [String: String] = [
    "mp4": "video/mp4", "m4v": "video/mp4", "f4v": "video/mp4", "mov": "video/quicktime",
    "qt": "video/quicktime", "3gp": "video/3gpp", "3g2": "video/3gpp2",
    "mkv": "video/matroska", "mk3d": "video/matroska-3d", "webm": "video/webm",
    "avi": "video/x-msvideo", "divx": "video/x-msvideo",
    "ts": "video/mp2t", "mts": "video/mp2t", "m2ts": "video/mp2t", "m2t": "video/mp2t",
    "mpg": "video/mpeg", "mpeg": "video/mpeg", "mpe": "video/mpeg", "vob": "video/mpeg",
    "mod": "video/mpeg", "tod": "video/mpeg", "m1v": "video/mpeg", "m2v": "video/mpeg",
    "mpv": "video/mpeg", "flv": "video/x-flv",
    "ogv": "video/ogg", "ogm": "video/ogg", "ogx": "application/ogg",
    "wmv": "video/x-ms-wmv", "asf": "video/x-ms-asf", "wtv": "video/x-ms-wtv",
    "mxf": "application/mxf", "gxf": "application/gxf", "dv": "video/dv",
    "rm": "application/vnd.rn-realmedia", "rmvb": "application/vnd.rn-realmedia-vbr",
    "nut": "video/x-nut", "ivf": "video/x-ivf", "y4m": "video/x-yuv4mpeg",
    "mjpeg": "video/x-motion-jpeg", "mjpg": "video/x-motion-jpeg",
    "h264": "video/h264", "264": "video/h264", "h265": "video/h265", "265": "video/h265",
    "hevc": "video/h265", "obu": "video/av1",
    "gif": "image/gif", "apng": "image/apng",
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "jpe": "image/jpeg", "jfif": "image/jpeg",
    "png": "image/png", "webp": "image/webp", "bmp": "image/bmp", "tif": "image/tiff",
    "tiff": "image/tiff", "jxl": "image/jxl", "jp2": "image/jp2", "qoi": "image/qoi",
    "ppm": "image/x-portable-pixmap", "pgm": "image/x-portable-graymap",
    "avif": "image/avif", "heic": "image/heic", "heif": "image/heif",
    "mp3": "audio/mpeg", "m4a": "audio/mp4", "m4b": "audio/mp4", "mka": "audio/matroska",
    "aac": "audio/aac", "ogg": "audio/ogg", "oga": "audio/ogg", "opus": "audio/ogg",
    "spx": "audio/ogg", "flac": "audio/flac", "wav": "audio/wav", "aif": "audio/aiff",
    "aiff": "audio/aiff", "au": "audio/basic", "snd": "audio/basic", "ac3": "audio/ac3",
    "eac3": "audio/eac3", "dts": "audio/vnd.dts", "wma": "audio/x-ms-wma",
    "wv": "audio/x-wavpack", "tta": "audio/x-tta", "amr": "audio/amr", "ape": "audio/x-ape",
  ]
}
