import LibAV
import Models

/// What libav can decode.
enum LibraryExamination {
  static func make() -> Examination {
    let versions = LibAVLibraries.versions.map(\.string).joined(separator: ", ")
    let missing = LibAVLibraries.missingFormats
    let formats: Finding =
      missing.isEmpty
      ? .fine(.localized("decodes all common formats"))
      : .lack(
        .localized("has no decoder for %s", missing.joined(separator: ", ")),
        fix: .localized("Install the full libav: on Debian libavcodec-extra,"),
        .localized("on Fedora ffmpeg-libs of RPM Fusion instead of libavcodec-free."))
    let encryption: Finding? =
      LibAVLibraries.hasEncryption
      ? nil
      : .lack(
        .localized("was built without TLS: clips at https addresses cannot be opened"),
        fix: .localized("Install a libav that is built with GnuTLS or OpenSSL."))
    let writer: Finding? =
      LibAVLibraries.writesPNG
      ? nil
      : .lack(
        .localized("cannot write PNG: no stills in files"),
        fix: .localized("Install the full libav."))
    return Examination(
      title: "libav",
      findings: [.fine(CleanText(versions)), formats] + [encryption, writer].compactMap(\.self))
  }
}
