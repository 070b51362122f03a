import Glibc
import Models
import Network
import Platform

/// Plans what an apply does to the files of clips on another machine.
struct FarPlanner {
  let machine: FarMachine
  let rejectedRule: ApplyPlan.Rejected
  let keptRule: ApplyPlan.Kept
  /// The number that the next clip gets.
  var nextClip: Int
  /// Called with how many folders were looked at, and of how many.
  let report: (Int, Int) -> Void
  private(set) var steps: [FileStep] = []
  private(set) var problems: [FileError] = []
  private(set) var kept = 0
  private(set) var rejected = 0
  private var targets: Set<FilePath> = []
  /// What there is in the folders that files go to.
  private var names: [FilePath: Set<[UInt8]>] = [:]
  /// What was listed side by side.
  private var lists: [FilePath: [[UInt8]: FolderEntry]] = [:]

  /// How many folders are listed together: all their names are in memory.
  private static let folderBatch = 32

  init(
    _ machine: FarMachine, rejected: ApplyPlan.Rejected, kept: ApplyPlan.Kept, nextClip: Int,
    report: @escaping (Int, Int) -> Void
  ) {
    self.machine = machine
    rejectedRule = rejected
    keptRule = kept
    self.nextClip = nextClip
    self.report = report
  }

  /// A folder, without links.
  private struct Place {
    let path: FilePath
    /// `nil` if the server does not say.
    let fileSystem: UInt64?
  }

  /// What becomes of a clip that does not stay.
  private enum Way {
    case delete
    /// Into `.rejected` beside it.
    case trash
    case move(Place, by: ApplyPlan.Grouping)
    case failure(FileError)

    var isTrash: Bool { if case .trash = self { true } else { false } }
  }

  /// Plans what becomes of clips, all of them with a verdict.
  mutating func add(_ clips: [ApplyPlan.FarClip]) {
    do throws(FileError) {
      let ways = (rejected: try rejectedWay, kept: try keptWay)
      var folders = try folders(of: clips)
      if ways.kept == nil {
        for (folder, clips) in folders {
          let going = clips.filter { $0.value.review.verdict == .reject }
          kept += clips.count - going.count
          folders[folder] = going.isEmpty ? nil : going
        }
      }
      let sorted = folders.sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }
      let systems = try machine.perform(sorted.map { .fileSystem($0.key) })
      for (number, ((folder, clips), system)) in zip(sorted, systems).enumerated() {
        if number % Self.folderBatch == 0 {
          report(number, sorted.count)
          list(sorted[number...].prefix(Self.folderBatch), isTrash: ways.rejected.isTrash)
        }
        do throws(FileError) {
          let place = Place(path: folder, fileSystem: system.fileSystem)
          try add(clips, in: place) { $0 == .keep ? ways.kept ?? ways.rejected : ways.rejected }
        } catch {
          // If the connection is lost, the other folders need not be tried.
          _ = try machine.perform([])
          problems.append(error)
        }
      }
    } catch {
      problems.append(error)
    }
  }

  /// Lists folders side by side, then those of rejected clips beside them.
  private mutating func list(
    _ folders: some Sequence<(key: FilePath, value: [[UInt8]: ApplyPlan.FarClip])>, isTrash: Bool
  ) {
    lists = machine.lists(of: folders.map(\.key))
    guard isTrash else { return }
    let trashes = folders.filter { folder, clips in
      lists[folder]?[FilePath.rejected.bytes]?.kind == .folder
        && clips.values.contains { $0.review.verdict == .reject }
    }.map { $0.key.appending(.rejected) }
    lists.merge(machine.lists(of: trashes)) { known, _ in known }
  }

  private func list(of folder: FilePath) throws(FileError) -> [[UInt8]: FolderEntry]? {
    if let list = lists[folder] { return list }
    return try machine.entries(of: folder)
  }

  // MARK: - Where clips are, and where they go

  /// The wanted clips by folder and name. Two addresses may mean one file: if the verdicts differ, it stays.
  private mutating func folders(
    of clips: [ApplyPlan.FarClip]
  ) throws(FileError) -> [FilePath: [[UInt8]: ApplyPlan.FarClip]] {
    let parents = Array(Set(clips.map(\.address.pathThere.parent)))
    let replies = Dictionary(
      uniqueKeysWithValues: zip(parents, try machine.perform(parents.map { .resolve($0) })))
    var files: [FilePath: [[UInt8]: [ApplyPlan.FarClip]]] = [:]
    for clip in clips {
      let (path, name) = (clip.address.pathThere, clip.address.pathThere.lastComponent)
      switch replies[path.parent]?.path ?? .failure(.nonsense) {
      case .success(let folder) where machine.isValid(folder.appending(FilePath(bytes: name))):
        files[folder, default: [:]][name, default: []].append(clip)
      case _ where !clip.isWanted: break
      case .success: problems.append(.notPlain(machine.address.typed(path)))
      // Those of an earlier apply are gone.
      case .failure(.notFound): break
      case .failure(let error): problems.append(machine.error(path, error))
      }
    }
    return files.mapValues { names in
      names.compactMapValues { clips in
        let wanted = clips.filter(\.isWanted).max { $0.time < $1.time }
        guard let wanted, Set(clips.map(\.review.verdict)).count > 1 else { return wanted }
        problems.append(.uncertain(machine.address.typed(wanted.address.pathThere)))
        return nil
      }
    }.filter { !$0.value.isEmpty }
  }

  private var rejectedWay: Way {
    get throws(FileError) {
      switch rejectedRule {
      case .trash: .trash
      case .delete: .delete
      case .move(let folder): try way(to: folder, by: .none)
      }
    }
  }

  private var keptWay: Way? {
    get throws(FileError) {
      switch keptRule {
      case .stay: nil
      case .go(.move, let folder, by: let grouping): try way(to: folder, by: grouping)
      case .go:
        .failure(
          FileError(
            FilePath(machine.address.machineName), number: ENOTSUP,
            words: localized("on another machine, clips are only moved")))
      }
    }
  }

  private func way(
    to location: MediaLocation, by grouping: ApplyPlan.Grouping
  ) throws(FileError) -> Way {
    guard let address = location.address, address.machine == machine.address else {
      return .failure(.elsewhere(machine.address.typed(FilePath("/")), than: location))
    }
    let path = address.pathThere
    let resolved = try machine.perform([.resolve(path)])[0].path
    let folder = (try? resolved.get()) ?? path
    let replies = try machine.perform([.fileSystem(folder), .look(folder)])
    let problem: FileError
    switch resolved.flatMap({ _ in replies[1].entry }) {
    case .success(let entry) where entry.kind == .folder:
      return .move(Place(path: folder, fileSystem: replies[0].fileSystem), by: grouping)
    case .success: problem = FileError(machine.address.typed(path), number: ENOTDIR)
    case .failure(let error): problem = machine.error(path, error)
    }
    return .failure(FileError(path, number: problem.number, words: "\(problem)"))
  }

  // MARK: - The clips of a folder

  private mutating func add(
    _ clips: [[UInt8]: ApplyPlan.FarClip], in place: Place, _ way: (Review.Verdict?) -> Way
  ) throws(FileError) {
    guard let entries = try list(of: place.path) else { return }
    let judged = clips.filter { name, clip in
      guard let entry = entries[name] else { return false }
      let problem = problem(clip, entry, place.path.appending(FilePath(bytes: name)))
      if let problem { problems.append(problem) }
      return problem == nil
    }
    for clip in judged.values {
      guard let folder = try? goal(of: clip, in: place, way).folder, names[folder] == nil
      else { continue }
      names[folder] = try names(in: folder, from: place.path, entries)
    }
    let companions = Companions(entries.values.filter { $0.kind != .folder }.map(\.name))
    for (name, clip) in judged.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      let isRejected = clip.review.verdict == .reject
      let others = companions.of(name) {
        isRejected && judged[$0]?.review.verdict == .reject
      }
      let files = ([name] + others).compactMap { entries[$0] }.filter { $0.kind == .file }
      do throws(FileError) {
        let goal = try goal(of: clip, in: place, way)
        for file in files { try add(file, in: place.path, goal) }
        if isRejected { rejected += 1 } else { kept += 1 }
      } catch {
        steps.removeAll { $0.clip == nextClip }
        problems.append(error)
      }
      nextClip += 1
    }
  }

  /// Why a file is not known to be the one that was judged.
  private func problem(
    _ clip: ApplyPlan.FarClip, _ entry: FolderEntry, _ path: FilePath
  ) -> FileError? {
    let shown = machine.address.typed(path)
    guard entry.kind == .file else { return .noFile(shown) }
    guard MediaFormat.extensions.contains(path.lowercaseExtension) else { return .noClip(shown) }
    guard let version = entry.version else { return .noVersion(shown) }
    let isJudged =
      clip.version.map {
        $0.size == version.size && $0.modified.seconds == version.modified.seconds
      }
      // What is deleted has to be known better.
      ?? (version.modified.sinceEpoch <= clip.time
        && !(rejectedRule == .delete && clip.review.verdict == .reject))
    return isJudged ? nil : .uncertain(shown)
  }

  /// What is done to a clip's files, and the folder that they go to.
  private typealias Goal = (kind: FileStep.Kind, folder: FilePath?)

  private func goal(
    of clip: ApplyPlan.FarClip, in place: Place, _ way: (Review.Verdict?) -> Way
  ) throws(FileError) -> Goal {
    switch way(clip.review.verdict) {
    case .delete: return (.delete, nil)
    case .trash: return (.trash, place.path.appending(.rejected))
    case .move(let target, by: let grouping):
      guard let system = place.fileSystem, system == target.fileSystem else {
        throw .otherFileSystem(machine.address.typed(clip.address.pathThere))
      }
      // A file can be moved to one place only.
      return (.move, grouping.folders(clip.review, in: target.path).first)
    case .failure(let error):
      throw FileError(
        machine.address.typed(clip.address.pathThere), number: error.number, words: error.words)
    }
  }

  /// The names in a folder that files of another one go to; it may be missing.
  private func names(
    in folder: FilePath, from source: FilePath, _ entries: [[UInt8]: FolderEntry]
  ) throws(FileError) -> Set<[UInt8]> {
    if folder == source.appending(.rejected) {
      guard let entry = entries[FilePath.rejected.bytes] else { return [] }
      guard entry.kind == .folder else {
        throw FileError(machine.address.typed(folder), number: ENOTDIR)
      }
    }
    guard let names = try list(of: folder)?.keys else { return [] }
    return Set(names.map { FilePath(bytes: $0).folded.bytes })
  }

  private mutating func add(
    _ file: FolderEntry, in folder: FilePath, _ goal: Goal
  ) throws(FileError) {
    let path = folder.appending(FilePath(bytes: file.name))
    let shown = machine.address.typed(path)
    guard let version = file.version else { throw .noVersion(shown) }
    let target = goal.folder.map {
      self.target(of: file.name, in: $0, isTrash: goal.kind == .trash)
    }
    guard target != path else { return }
    for path in [path, target].compactMap(\.self) where !machine.isValid(path) {
      throw .notPlain(machine.address.typed(path))
    }
    if let target {
      guard !isTaken(target) else { throw .taken(machine.address.typed(target), for: shown) }
      targets.insert(target.folded)
    }
    steps.append(
      FileStep(
        goal.kind, clip: nextClip, on: machine.address, path, to: target, version: version))
  }

  /// The most names that are tried in a trash: a server may say that all are taken.
  private static let maxAttempts = 1_000

  private func target(of name: [UInt8], in folder: FilePath, isTrash: Bool) -> FilePath {
    let attempts = (1...Self.maxAttempts).lazy.map {
      folder.appending(TrashFolder.name(name, $0))
    }
    return isTrash
      ? attempts.first { !isTaken($0) } ?? folder.appending(FilePath(bytes: name))
      : folder.appending(FilePath(bytes: name))
  }

  private func isTaken(_ path: FilePath) -> Bool {
    targets.contains(path.folded)
      || names[path.parent]?.contains(path.folded.lastComponent) == true
  }
}

extension FilePath {
  /// The path as it is told from others on a disk that does not distinguish upper and lower case.
  fileprivate var folded: FilePath {
    FilePath(bytes: bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 })
  }
}
