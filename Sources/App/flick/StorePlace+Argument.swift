import Foundation
import LibAV
import Models
import Platform
import Records

extension StorePlace {
  /// Reads the argument of `--store`: `here` for the folder of the first path, or a file.
  ///
  /// - Returns: `nil` without an argument.
  /// - Throws: Why the file cannot be there.
  init?(_ argument: String?, of paths: [FilePath]) throws(Failure) {
    guard let argument else { return nil }
    if argument == "here" {
      self = .folder(Self.folder(of: paths))
    } else {
      self = .file(FilePath(bytes: Arguments.bytes(argument)))
    }
    let folder = file.parent
    guard (try? FileStatus(folder))?.kind == .folder else {
      throw Failure(
        localized("--store: there is no folder %s; create it first", folder),
        status: ExitStatus.noInput)
    }
  }

  /// The folder of the first path that is a local one; by default, the current folder.
  private static func folder(of paths: [FilePath]) -> FilePath {
    for path in paths where path != FilePath("-") {
      let text = String(decoding: path.bytes, as: UTF8.self)
      guard RemoteAddress(text) == nil else { continue }
      let path = FilePath(uri: text) ?? path
      return (try? FileStatus(path))?.kind == .folder ? path : path.parent
    }
    return FilePath(".")
  }
}

extension RecordOptions {
  /// The records that a sub-command is about.
  ///
  /// - Parameters:
  ///   - store: The argument of its `--store`.
  ///   - places: The paths it is about.
  /// - Throws: Why there are none.
  @MainActor init(store: String?, places: [FilePath]) throws {
    let environment = ProcessInfo.processInfo.environment
    let folder = StateFolder(environment: environment)
    let (_, command) = try Configuration.read(
      FlickCommand.self, arguments: store.map { ["--store=\($0)"] } ?? [],
      environment: environment)
    guard let place = try StorePlace(command.store, of: places) ?? folder.map({ .state($0) }) else {
      throw Failure(
        localized("neither XDG_STATE_HOME nor HOME is set"), status: ExitStatus.noInput)
    }
    self.init(place, contentHash: { ContentHash.of($0) })
  }
}
