import LibAV
import Models

enum LibraryCheck {
  static func make() -> DoctorCheck {
    let versions = LibAVLibraries.versions.map(\.string).joined(separator: ", ")
    let missing = LibAVLibraries.missingFormats
    let formats: Finding =
      missing.isEmpty
      ? .fine(.localized("decodes all common formats"))
      : .warning(
        .localized("has no decoder for %s", missing.joined(separator: ", ")),
        fix: .localized("Install the full libav: on Debian libavcodec-extra,"),
        .localized("on Fedora ffmpeg-libs of RPM Fusion instead of libavcodec-free."))
    let writer: Finding? =
      LibAVLibraries.writesPNG
      ? nil
      : .warning(
        .localized("cannot write PNG, so screenshots cannot be saved"),
        fix: .localized("Install the full libav."))
    return DoctorCheck(
      title: "libav",
      findings: [.fine(CleanText(versions)), formats] + [writer].compactMap(\.self))
  }
}
