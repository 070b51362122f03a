import Files
import Glibc
import Models
import Platform

/// The folders Flick keeps things in, and what the system lets it have.
enum SystemExamination {
  static func make(environment: [String: String]) -> Examination {
    var findings = [
      state(StateFolder(environment: environment)), configuration(environment),
    ]
    if let shortage = ProcessLimits.shortage() {
      findings.append(.fault(shortage.words, fix: shortage.command))
    }
    return Examination(title: localized("Files"), findings: findings)
  }

  private static func state(_ folder: StateFolder?) -> Finding {
    guard let folder else {
      return .lack(
        .localized("neither XDG_STATE_HOME nor HOME is set: nothing is remembered"),
        fix: "export HOME=…")
    }
    guard let place = firstUnwritable(folder.path) else {
      return .fine(.localized("%s takes history, likes and the log", folder.path))
    }
    return .lack(
      .localized("%1$s %2$s: nothing is remembered, and there is no log", place.path, place.words),
      fix: .localized("Make it writable, or set XDG_STATE_HOME to a folder that is."))
  }

  private static func configuration(_ environment: [String: String]) -> Finding {
    let home = environment["HOME"] ?? ""
    let base =
      environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.config"
    let file = FilePath("\(base)/flick/config.toml")
    if file.withCString({ access($0, R_OK) }) == 0 { return .fine(.localized("%s is read", file)) }
    if errno == ENOENT { return .fine(.localized("no %s: all settings are standard", file)) }
    return .lack(
      "\(file): \(String(cString: strerror(errno)))", fix: .localized("Make it readable."))
  }

  /// Looks for what keeps a folder from being made or written to: the nearest one that is there.
  private static func firstUnwritable(_ path: FilePath) -> (path: FilePath, words: String)? {
    var place = path
    while true {
      var status = stat()
      if place.withCString({ stat($0, &status) }) == 0 {
        if status.st_mode & S_IFMT != S_IFDIR { return (place, localized("is not a folder")) }
        let isWritable = place.withCString({ access($0, W_OK | X_OK) }) == 0
        return isWritable ? nil : (place, localized("is not writable"))
      }
      guard errno == ENOENT || errno == ENOTDIR, place != place.parent else {
        return (place, localized("cannot be looked at: %s", String(cString: strerror(errno))))
      }
      place = place.parent
    }
  }
}
