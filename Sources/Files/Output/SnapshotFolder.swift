import Glibc
import Models
import Platform

package struct SnapshotFolder: Hashable, Sendable {
  private let path: FilePath
  private let home: String?

  /// The most frames with the same name.
  private static let maxAttempts = 1_000

  /// Names a folder.
  ///
  /// - Parameters:
  ///   - path: The folder; `nil` for the working directory.
  ///   - environment: The process environment, of which `HOME` is shown as `~`.
  package init(path: FilePath?, environment: [String: String]) {
    self.path = path ?? FilePath(".")
    home = BaseFolder.home(environment).flatMap { $0 == "/" ? nil : $0 }
  }

  /// Writes a new file. Waits for the disk.
  ///
  /// - Returns: The file as shown to the user.
  /// - Throws: Why it cannot be written; then nothing is left behind.
  package func write(_ bytes: [UInt8], _ name: SnapshotName) throws(FileError) -> CleanText {
    let hidden = UnnamedFile(bytes, in: path)
    for attempt in 1...Self.maxAttempts {
      let name = FilePath(name.file(attempt: attempt))
      let file = path.bytes == FilePath(".").bytes ? name : path.appending(name)
      if let hidden {
        if hidden.link(as: file) { return words(file) }
        if errno == EEXIST { continue }
        // Not supported by this file system.
      }
      // Links are not followed: `O_EXCL` fails for them, too.
      do throws(FileError) {
        try file.write(bytes, flags: O_EXCL, mode: 0o644)
        return shown(name)
      } catch {
        guard error.number == EEXIST else { throw error }
      }
    }
    throw FileError(path, number: EEXIST)
  }

  /// The folder as shown to the user.
  package var place: CleanText {
    guard path.bytes == FilePath(".").bytes else { return words(path) }
    return (try? FilePath.current).map(words) ?? "."
  }

  /// A file of the folder as shown to the user.
  private func shown(_ name: FilePath) -> CleanText {
    let folder = place.string
    return CleanText(folder.hasSuffix("/") ? folder + name.description : "\(folder)/\(name)")
  }

  private func words(_ file: FilePath) -> CleanText {
    let text = file.description
    if text == home { return "~" }
    guard let home, text.hasPrefix(home + "/") else { return CleanText(text) }
    return CleanText("~" + text.dropFirst(home.count))
  }
}
