import Glibc

/// A folder of natural clips, given on the command line.
struct ClipFolder {
  let folder: String

  /// The path of a clip by its file's name; `nil` where it is missing.
  func path(_ name: String) -> String? {
    let path = "\(folder)/\(name)"
    return access(path, R_OK) == 0 ? path : nil
  }
}
