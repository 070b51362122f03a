extension TestClips {
  /// Whether the ffmpeg command has an encoder of this name.
  package static func hasEncoder(_ name: String) -> Bool { encoders.contains(name) }

  private static let encoders: Set<String> = {
    let output = (try? ffmpeg(["-encoders"])) ?? []
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    return Set(lines.compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) })
  }()
}
