import Glibc
import TestSupport

/// Clips that take long to make, kept from one run to the next beside what was built.
enum ClipCache {
  /// Returns a clip, making it if it is not there yet.
  ///
  /// - Parameters:
  ///   - name: Its file's name; what is made by another recipe needs another name.
  ///   - make: Writes the clip to a path with the same extension.
  /// - Returns: The path of the clip.
  /// - Throws: What `make` throws.
  static func clip(_ name: String, make: (_ path: String) throws -> Void) throws -> String {
    let path = "\(folder)/\(name)"
    guard access(path, R_OK) != 0 else { return path }
    _ = try Command.run("mkdir", ["-p", folder])
    // Renamed when it is whole: a run may be stopped at any time.
    let part = "\(folder)/part-\(getpid())-\(name)"
    do {
      try make(part)
    } catch {
      unlink(part)
      throw error
    }
    rename(part, path)
    return path
  }

  /// `.build/bench-clips`, where the benchmark was built in `.build`.
  private static let folder: String = {
    let components = FlickProcess.binary.split(separator: "/", omittingEmptySubsequences: false)
    guard let build = components.lastIndex(of: ".build") else { return "/tmp/flick-bench-clips" }
    return components[...build].joined(separator: "/") + "/bench-clips"
  }()
}
