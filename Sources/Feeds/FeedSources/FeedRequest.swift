import FeedCore
import Glibc
import Models

/// What a feed is made from.
struct FeedRequest: Sendable {
  let paths: [FilePath]
  let options: FeedOptions
  let watch = FolderWatch()
  /// The list that `-` stands for; `nil` if there is none.
  let standardInput: PathList?
  /// The only path, if it is a file whose folder makes the feed.
  let singleFile: FilePath?
  /// The same on another machine.
  private let farFile: RemoteAddress?
  /// It, or the last item on screen, if that is on another machine.
  let farTarget: RemoteAddress?

  init(paths: [FilePath], options: FeedOptions) {
    let isBare = paths.isEmpty && options.pathLists.isEmpty && options.items == nil
    let farFile = Self.farFile(paths, options)
    let paths =
      isBare ? [FilePath(".")] : farFile.map { [FilePath($0.folder.string)] } ?? paths
    self.farFile = farFile
    farTarget =
      switch options.start {
      case .last(.remote(let address)) where !address.scheme.isWeb: address
      case nil: farFile
      default: nil
      }
    self.paths = paths
    self.options = options
    let dash = FilePath("-")
    if paths.contains(dash) || options.pathLists.contains(dash) {
      // A copy: taking the terminal may replace standard input.
      let copy = fcntl(options.standardInput, F_DUPFD_CLOEXEC, 3)
      standardInput = PathList(descriptor: copy, isZeroSeparated: options.isZeroSeparated)
    } else {
      standardInput = nil
    }
    singleFile = Self.singleFile(paths, options)
  }

  /// The hosts of `sftp` addresses among the paths, in lower case: lists may name them, too.
  var hosts: Set<String> {
    Set(
      paths.compactMap {
        AddressReader.sftp(String(decoding: $0.bytes, as: UTF8.self))?.host.lowercased()
      })
  }

  /// The item the feed opens at; `nil` for the beginning.
  var target: FeedOptions.Start? {
    if let start = options.start { return start }
    if let farFile { return .last(.remote(farFile.withoutSecrets)) }
    guard let singleFile, FilterQuery(options.match.text).matches(singleFile.lastComponent) else {
      return nil
    }
    return .file(singleFile.parent, singleFile.lastComponent)
  }

  /// The clip on another machine that the feed opens at whatever its folder's list says.
  var farOpening: RemoteAddress? {
    guard options.start == nil, let farFile, let name = farFile.lastComponent,
      FilterQuery(options.match.text).matches(name)
    else { return nil }
    return farFile
  }

  /// The message if nothing was found.
  ///
  /// - Parameters:
  ///   - problems: The paths that could not be read.
  ///   - start: Why there is no item to open at, although there are others.
  /// - Returns: A problem for each path, or the one with the start.
  func failure(problems: [FeedProblem], start: FeedProblem.Reason?) -> FeedFailure {
    if let start, let path = (paths + options.pathLists).first {
      return FeedFailure(problems: problems + [FeedProblem(path: path, reason: start)])
    }
    return FeedFailure(
      problems: (paths + options.pathLists).map { path in
        problems.first { $0.path == path } ?? FeedProblem(path: path, reason: lack)
      })
  }

  /// Why nothing was found in a folder.
  private var lack: FeedProblem.Reason {
    options.match.text.isEmpty ? .noClip : .noMatch(CleanText(options.match.text))
  }

  /// A clip by its name: what else an address names is found out by listing it.
  private static func farFile(_ paths: [FilePath], _ options: FeedOptions) -> RemoteAddress? {
    guard paths.count == 1, let path = paths.first, !options.isOnly, options.pathLists.isEmpty,
      options.openFolder != nil,
      let address = AddressReader.sftp(String(decoding: path.bytes, as: UTF8.self)),
      address.span == nil, let name = address.lastComponent, ClipNames.isClip(name)
    else { return nil }
    return address.folder.appending(name)
  }

  private static func singleFile(_ paths: [FilePath], _ options: FeedOptions) -> FilePath? {
    guard paths.count == 1, let path = paths.first, !options.isOnly, options.pathLists.isEmpty,
      path != FilePath("-")
    else { return nil }
    guard let kind = (try? FileStatus(path))?.kind, kind != .folder else { return nil }
    return kind == .file && PlaylistFile.isList(path) ? nil : path
  }
}
