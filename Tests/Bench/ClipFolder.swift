import Glibc

/// A folder of natural clips, given on the command line.
struct ClipFolder {
  let folder: String

  /// The clips that players are compared by.
  static let peerClips = [
    "mdn__flower", "flutter__bee", "derived_speaker_916", bunny, "mdn__friday",
  ]
  /// The clips that are seen over links, and the second at which they begin.
  static let swipeClips = [bunny, "flutter__bee", "mdn__flower", "mdn__friday"].map {
    (name: $0, start: start(of: $0))
  }

  private static let bunny = "bower__bbb-480p-30s"

  /// The second at which a clip begins that is worth looking at: one fades in from black.
  static func start(of name: String) -> Int { name == bunny ? 5 : 0 }

  /// The paths of all files, by name; not all of them need be clips.
  var all: [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob("\(folder)/*", 0, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
  }

  /// The path of a clip by its file's name; `nil` where it is missing.
  func path(_ name: String) -> String? {
    let path = "\(folder)/\(name)"
    return access(path, R_OK) == 0 ? path : nil
  }
}
