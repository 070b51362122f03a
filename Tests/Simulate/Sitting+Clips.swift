import Glibc
import TestSupport

extension Sitting {
  /// A copy with the same dates.
  static func copy(_ path: String, to copy: String) throws {
    var status = stat()
    guard stat(path, &status) == 0, let file = fopen(copy, "w") else {
      throw Failure("cannot copy \(path)")
    }
    let bytes = Command.contents(of: path)
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    utimensat(AT_FDCWD, copy, [status.st_mtim, status.st_mtim], 0)
  }

  /// The number of the clip that a name or a path is of.
  static func clip(named name: String) -> Int? {
    name.firstRange(of: "clip-").flatMap { Int(name[$0.upperBound...].prefix(2)) }
  }

  /// The clips in a folder.
  ///
  /// - Parameter isDeep: Whether those in its folders count, too.
  static func clips(in folder: String, isDeep: Bool = false) -> [Int] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var clips: [Int] = []
    while let entry = readdir(stream) {
      let kind = Int32(entry.pointee.d_type)
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if kind == 4 {  // DT_DIR
        if isDeep, ![".", "..", Rival.folder].contains(name) {
          clips += Self.clips(in: "\(folder)/\(name)", isDeep: true)
        }
      } else if name.hasSuffix(".mp4"), let clip = clip(named: name) {
        clips.append(clip)
      }
    }
    return clips
  }
}
