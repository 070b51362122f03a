import LibAV
import Models

/// What libav can decode.
enum LibraryExamination {
  static func make() -> Examination {
    if let problem = LibAVLibraries.problem {
      return Examination(
        title: "libav",
        findings: [
          .fault(
            problem,
            fix: "Install libav of the version that Flick was built with, or build Flick anew.")
        ])
    }
    let versions = LibAVLibraries.versions.map(\.string).joined(separator: ", ")
    let missing = LibAVLibraries.missingFormats
    let formats: Finding =
      missing.isEmpty
      ? .fine("decodes all common formats")
      : .lack(
        "has no decoder for \(missing.joined(separator: ", "))",
        fix: "Install the full libav: on Debian libavcodec59 or libavcodec-extra59,",
        "on Fedora ffmpeg-libs of RPM Fusion instead of libavcodec-free.")
    let encryption: Finding? =
      LibAVLibraries.hasEncryption
      ? nil
      : .lack(
        "was built without TLS: clips at https addresses cannot be opened",
        fix: "Install a libav that is built with GnuTLS or OpenSSL.")
    let writer: Finding? =
      LibAVLibraries.writesPNG
      ? nil : .lack("cannot write PNG: no stills in files", fix: "Install the full libav.")
    return Examination(
      title: "libav",
      findings: [.fine(CleanText(versions)), formats] + [encryption, writer].compactMap(\.self))
  }
}
