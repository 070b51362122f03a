import Files
import Glibc
import Models
import Platform
import Records
import Settings

/// Flick's folders and the system's limits.
enum SystemCheck {
  static func make(environment: [String: String]) -> DoctorCheck {
    var findings = [
      state(StateFolder(environment: environment)), configuration(environment),
    ]
    if let shortage = ProcessLimits.shortage() {
      findings.append(.fault(shortage.words, fix: shortage.command))
    }
    return DoctorCheck(title: localized("Files"), findings: findings)
  }

  private static func state(_ folder: StateFolder?) -> Finding {
    guard let folder else {
      return .warning(
        .localized("neither XDG_STATE_HOME nor HOME is set: nothing will be saved"),
        fix: "export HOME=…")
    }
    guard let place = firstUnwritable(folder.path) else {
      return .fine(.localized("history, likes and the log are stored in %s", folder.path))
    }
    return .warning(
      .localized("%1$s %2$s: nothing will be saved or logged", place.path, place.words),
      fix: .localized("Make it writable, or set XDG_STATE_HOME to a writable folder."))
  }

  private static func configuration(_ environment: [String: String]) -> Finding {
    let named = SettingsFile.namedPath(environment: environment)
    guard let file = named ?? SettingsFile.standardPath(environment: environment) else {
      return .note(.localized("neither XDG_CONFIG_HOME nor HOME is set"))
    }
    if file.withCString({ access($0, R_OK) }) == 0 { return .fine(.localized("using %s", file)) }
    let error = FileError(file)
    guard error.number == ENOENT else {
      return .warning("\(error)", fix: .localized("Make it readable."))
    }
    // Flick does not start without a file that was named explicitly.
    return named == nil
      ? .fine(.localized("no %s: using defaults", file)) : .fault("\(error)")
  }

  /// Finds what prevents a folder from being created or written to: its nearest existing parent.
  private static func firstUnwritable(_ path: FilePath) -> (path: FilePath, words: String)? {
    var place = path
    while true {
      do throws(FileError) {
        guard try FileStatus(place).kind == .folder else {
          return (place, localized("is not a folder"))
        }
        let isWritable = place.withCString({ access($0, W_OK | X_OK) }) == 0
        return isWritable ? nil : (place, localized("is not writable"))
      } catch {
        guard error.number == ENOENT || error.number == ENOTDIR, place != place.parent else {
          return (place, localized("cannot be checked: %s", error.words))
        }
        place = place.parent
      }
    }
  }
}
