import Glibc
import Models
import Network
import Platform

/// What an apply does to the files of judged clips; nothing has been done yet.
package struct ApplyPlan: Sendable {
  package enum Rejected: Hashable, Sendable {
    case trash
    /// Into a folder on the same machine.
    case move(MediaLocation)
    case delete
  }

  package enum Kept: Hashable, Sendable {
    case stay
    /// Into a folder on the same machine; on another one than this, they are only moved.
    case go(FileStep.Kind, MediaLocation, by: Grouping)
  }

  /// Into which folders kept clips are sorted.
  package enum Grouping: String, Hashable, Sendable, CaseIterable {
    case none
    case rating
    case tag
    case verdict
  }

  /// A clip, with what was decided about it.
  package struct Clip: Hashable, Sendable {
    package var path: FilePath
    package var review: Review

    package init(_ path: FilePath, _ review: Review) {
      self.path = path
      self.review = review
    }
  }

  /// A clip on another machine.
  package struct FarClip: Hashable, Sendable {
    /// Of a machine that `ssh` reaches.
    package var address: RemoteAddress
    package var review: Review
    /// The file that was judged, to whole seconds; `nil` if that is not known.
    package var version: FileVersion?
    /// When it was judged, in seconds since 1970.
    package var time: Double
    /// Whether it is to be treated; others only tell what was decided about the same file.
    package var isWanted: Bool

    package init(
      _ address: RemoteAddress, _ review: Review, version: FileVersion?, time: Double,
      isWanted: Bool = true
    ) {
      self.isWanted = isWanted
      self.address = address
      self.review = review
      self.version = version
      self.time = time
    }
  }

  package private(set) var steps: [FileStep] = []
  /// Clips that stay where they are, as something is wrong.
  package private(set) var problems: [FileError] = []
  /// Files that will not be quite as they were.
  package private(set) var notices: [FileError] = []
  /// How many clips are kept and rejected.
  package private(set) var kept = 0
  package private(set) var rejected = 0

  private let clips: [Clip]
  /// The number that the next clip gets.
  private var nextClip: Int
  private let rejectedRule: Rejected
  private let keptRule: Kept
  private let homeTrash: FilePath?
  private var companions: [FilePath: Companions] = [:]
  private var trashes: [FilePath: TrashFolder] = [:]
  private var targets: Set<FilePath> = []
  private let going: Set<FilePath>

  /// Plans what to do; looks at the files, and creates no more than folders for rejected ones.
  ///
  /// - Parameters:
  ///   - clips: With absolute paths.
  ///   - problems: Clips that stay where they are in any case.
  ///   - rejected: What becomes of rejected ones.
  ///   - kept: What becomes of kept ones.
  ///   - homeTrash: The folder of the home trash; `nil` if there is none.
  ///   - folder: Clips outside of it stay where they are; `nil` if they may be anywhere.
  package init(
    _ clips: [Clip], problems: [FileError] = [], rejected: Rejected, kept: Kept,
    homeTrash: FilePath?, in folder: FilePath? = nil
  ) {
    let clips = clips.map { Clip(CanonicalPath.ofItem($0.path), $0.review) }
    // A link on the way to one may be another one by now.
    let isInside = { (clip: Clip) in
      folder.map { clip.path.components.starts(with: $0.components) } ?? true
    }
    self.clips = clips.filter(isInside)
    self.problems =
      problems
      + clips.filter { !isInside($0) }.map { FileError.linked($0.path) }
    rejectedRule = rejected.canonical
    keptRule = kept.canonical
    self.homeTrash = homeTrash
    nextClip = self.clips.count
    going = Set(self.clips.filter { $0.review.verdict == .reject }.map(\.path))
    for (number, clip) in self.clips.enumerated() { add(clip, number: number) }
  }

  /// Adds what to do with clips on other machines; asks them, and waits for the replies.
  ///
  /// - Parameters:
  ///   - far: The clips.
  ///   - files: The files there.
  ///   - report: Called with a machine, how many of its folders were looked at, and how many there are.
  package mutating func add(
    _ far: [FarClip], by files: any FarFiles,
    report: @escaping (RemoteAddress, Int, Int) -> Void = { _, _, _ in }
  ) {
    let machines = Dictionary(
      grouping: far.filter { $0.review.verdict != nil }, by: \.address.machine)
    for (address, clips) in machines.sorted(by: { $0.key.string < $1.key.string }) {
      var planner = FarPlanner(
        FarMachine(address: address, files: files), rejected: rejectedRule, kept: keptRule,
        nextClip: nextClip, report: { report(address, $0, $1) })
      planner.add(clips)
      steps += planner.steps
      problems += planner.problems
      kept += planner.kept
      rejected += planner.rejected
      nextClip = planner.nextClip
    }
  }

  private mutating func add(_ clip: Clip, number: Int) {
    do throws(FileError) {
      switch (clip.review.verdict, rejectedRule, keptRule) {
      case (.reject, _, _):
        try add(clip, number, rejectedRule)
        rejected += 1
      case (.keep, _, .go(let kind, let folder, by: let grouping)):
        try add(
          clip, number, kind, grouping.folders(clip.review, in: self.folder(folder, for: clip)))
        kept += 1
      case (.keep, _, .stay): kept += 1
      case (nil, _, _): break
      }
    } catch {
      steps.removeAll { $0.clip == number }
      problems.append(error)
    }
  }

  private mutating func add(_ clip: Clip, _ number: Int, _ rule: Rejected) throws(FileError) {
    switch rule {
    case .move(let folder): try add(clip, number, .move, [self.folder(folder, for: clip)])
    case .delete:
      for (path, status) in try files(of: clip) {
        steps.append(FileStep(.delete, clip: number, path, version: FileVersion(status)))
      }
    case .trash:
      let parent = clip.path.parent
      let trash: TrashFolder
      if let known = trashes[parent] {
        trash = known
      } else {
        trash = try TrashFolder(for: clip.path, home: homeTrash)
        trashes[parent] = trash
      }
      for (path, status) in try files(of: clip) {
        let target = trash.freeName(path.lastComponent) { targets.contains($0) }
        targets.insert(target)
        steps.append(
          FileStep(.trash, clip: number, path, to: target, version: FileVersion(status)))
      }
    }
  }

  private mutating func add(
    _ clip: Clip, _ number: Int, _ kind: FileStep.Kind, _ folders: [FilePath]
  ) throws(FileError) {
    let files = try files(of: clip)
    // A file can be moved to one place only.
    for folder in kind == .move ? Array(folders.prefix(1)) : folders {
      let device = kind == .move ? device(of: folder) : nil
      for (path, status) in files {
        let target = folder.appending(FilePath(bytes: path.lastComponent))
        guard target != path else { continue }
        guard targets.insert(target).inserted, !target.isTaken else {
          throw .taken(target, for: path)
        }
        steps.append(
          FileStep(kind, clip: number, path, to: target, version: FileVersion(status)))
        if let device, device != status.device, status.hasOtherNames {
          notices.append(
            FileError(
              path, number: EXDEV,
              words: localized("its other names (hard links) stay: it becomes a separate file")))
        }
      }
    }
  }

  /// The disk that a folder is or will be on.
  private func device(of folder: FilePath) -> UInt? {
    var folder = folder
    while !folder.isTaken, folder.parent != folder { folder = folder.parent }
    return (try? FileStatus(folder))?.device
  }

  /// A folder for clips on this machine.
  private func folder(
    _ location: MediaLocation, for clip: Clip
  ) throws(FileError) -> FilePath {
    guard let folder = location.filePath else { throw .elsewhere(clip.path, than: location) }
    return folder
  }

  /// A clip's own file and those that belong to it.
  private mutating func files(
    of clip: Clip
  ) throws(FileError) -> [(path: FilePath, status: FileStatus)] {
    let status = try FileStatus(clip.path, followsLinks: false)
    guard status.kind == .file || status.kind == .link else {
      throw .noFile(clip.path)
    }
    let folder = clip.path.parent
    let table = try table(of: folder)
    let isRejected = clip.review.verdict == .reject
    let names = table.of(clip.path.lastComponent) { name in
      isRejected && going.contains(folder.appending(FilePath(bytes: name)))
    }
    return [(clip.path, status)]
      + names.compactMap { name in
        let path = folder.appending(FilePath(bytes: name))
        guard let status = try? FileStatus(path, followsLinks: false), status.kind == .file else {
          return nil
        }
        return (path, status)
      }
  }

  private mutating func table(of folder: FilePath) throws(FileError) -> Companions {
    if let known = companions[folder] { return known }
    let open = try FileError.about(folder) { () throws(SystemError) in
      try folder.withCString { path throws(SystemError) in try OpenFolder(path) }
    }
    var entries = FolderEntries(open)
    entries.readRest()
    var names: [[UInt8]] = []
    entries.visit { name, kind in if kind != .folder { names.append(Array(name)) } }
    let table = Companions(names)
    companions[folder] = table
    return table
  }
}

// What a batch names has to mean the same later: no links, no `..`.
extension ApplyPlan.Rejected {
  fileprivate var canonical: Self {
    if case .move(let folder) = self { .move(folder.canonical) } else { self }
  }
}

extension ApplyPlan.Kept {
  fileprivate var canonical: Self {
    if case .go(let kind, let folder, by: let grouping) = self {
      .go(kind, folder.canonical, by: grouping)
    } else {
      self
    }
  }
}

extension MediaLocation {
  /// What is on another machine is resolved there.
  fileprivate var canonical: MediaLocation {
    filePath.map { .file(CanonicalPath.ofFuture($0)) } ?? self
  }
}

extension ApplyPlan.Grouping {
  /// The folders that a kept clip belongs to.
  func folders(_ review: Review, in folder: FilePath) -> [FilePath] {
    let names: [String] =
      switch self {
      case .none: []
      case .rating: [String(review.rating)]
      case .verdict: [(review.verdict ?? .keep).rawValue]
      case .tag: review.tags.map(Self.name)
      }
    return names.isEmpty ? [folder] : names.map { folder.appending(FilePath($0)) }
  }

  /// A tag as the name of a folder: one that leads nowhere else, and is not hidden.
  private static func name(_ tag: String) -> String {
    let name = tag.replacing("/", with: "-").trimmingPrefix { $0 == "." }
    return name.isEmpty ? "-" : String(name.prefix(50))
  }
}
