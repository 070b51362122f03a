import Glibc
import Models
import Network
import Platform

// Where files are, and how they get elsewhere.
extension FarRunner {
  /// What is known of a folder.
  private enum Folder {
    case missing
    case wrong(FileError)
    /// With the id of its file system, if the server says that.
    case real(UInt64?)
  }

  /// Finds out where the files of steps are, and whether they may go; makes missing folders for those that do.
  mutating func locate(_ moves: inout [FarMove], isBack: Bool) throws(FileError) {
    for index in moves.indices where !moves[index].isValid(on: machine) {
      moves[index].standing = .neither(.notPlain(machine.address.typed(moves[index].step.source)))
    }
    let asked = moves.indices.filter { moves[$0].standing == .here(nil) }
    let paths = Array(Set(asked.flatMap { moves[$0].folders }))
    var replies = try machine.perform(
      paths.flatMap(requests) + asked.flatMap { moves[$0].looks }
    ).makeIterator()
    var folders: [FilePath: Folder] = [:]
    for path in paths { folders[path] = folder(path, &replies) }
    for index in asked {
      let found = (moves[index].found(replies.reply()), moves[index].found(replies.reply()))
      moves[index].standing = moves[index].standing(found, on: machine, isBack: isBack)
    }
    let going = asked.filter { moves[$0].standing == (isBack ? .there(nil) : .here(nil)) }
    let missing = Set(going.map { moves[$0].way(isBack: isBack).to.parent })
      .filter { if case .missing = folders[$0] { true } else { false } }
    if !missing.isEmpty {
      replies = try machine.perform(missing.flatMap { [.makeFolder($0)] + requests($0) })
        .makeIterator()
      for path in missing {
        _ = replies.reply()
        folders[path] = folder(path, &replies)
      }
    }
    for (path, folder) in folders {
      if case .real(let system) = folder { systems[path] = system }
    }
    for index in asked { check(&moves[index], folders, isBack: isBack) }
  }

  private func requests(_ folder: FilePath) -> [FarRequest] {
    [.fileSystem(folder), .resolve(folder), .look(folder)]
  }

  private func folder(_ path: FilePath, _ replies: inout FarReplies) -> Folder {
    let (system, resolved, entry) = (replies.reply(), replies.reply().path, replies.reply().entry)
    switch (resolved, entry) {
    case (_, .failure(.notFound)): return .missing
    case (_, .failure(let error)), (.failure(let error), _):
      return .wrong(machine.error(path, error))
    case (.success(path), .success(let entry)) where entry.kind == .folder:
      return .real(system.fileSystem)
    case (_, .success(let entry)) where entry.kind == .file || entry.kind == .other:
      return .wrong(FileError(machine.address.typed(path), number: ENOTDIR))
    default: return .wrong(.linked(machine.address.typed(path)))
    }
  }

  /// Refuses a step whose folders are not what they were.
  private func check(_ move: inout FarMove, _ folders: [FilePath: Folder], isBack: Bool) {
    let (source, target) = (move.step.source.parent, move.target.parent)
    switch (folders[source], folders[target]) {
    case (.wrong(let error), _), (_, .wrong(let error)): move.standing = .unknown(error)
    case (.real(let system), .real(let other)) where source != target:
      // Beside the clip, a folder may be on another file system only if it was mounted there.
      let isSame = system == other && (system != nil || target == source.appending(.rejected))
      let error = FileError.otherFileSystem(machine.address.typed(move.step.source))
      if !isSame, move.standing == (isBack ? .there(nil) : .here(nil)) {
        move.standing = isBack ? .there(error) : .here(error)
      }
    default: break
    }
    guard !isBack, !isResumed else { return }
    // Nobody has begun the step.
    switch move.standing {
    case .here, .neither: break
    case .there, .removed:
      move.standing = .neither(.changed(machine.address.typed(move.step.source)))
    case .unknown(let error): move.standing = .neither(error)
    }
  }

  // MARK: - Renaming and deleting

  /// Renames the files of some steps, and looks where they are then.
  mutating func rename(
    _ moves: inout [FarMove], isBack: Bool, where isMeant: (FarMove) -> Bool
  ) throws(FileError) {
    var indices = moves.indices.filter { isMeant(moves[$0]) }
    let sources = indices.map { moves[$0].step.source.parent }
    for system in sources.map({ systems[$0] }).withoutRepetitions {
      let folders = sources.filter { systems[$0] == system }.withoutRepetitions
      guard let refusal = try refusal(on: system, in: folders) else { continue }
      let refused = indices.filter { systems[moves[$0].step.source.parent] == system }
      for index in refused { moves[index].standing = isBack ? .there(refusal) : .here(refusal) }
      indices.removeAll(where: refused.contains)
    }
    guard !indices.isEmpty else { return }
    let ways = indices.map { moves[$0].way(isBack: isBack) }
    let renames = try machine.perform(
      ways.map { .rename($0.from, to: $0.to) } + indices.flatMap { moves[$0].looks })
    var looks = Array(renames.dropFirst(indices.count)).makeIterator()
    var strays: [Int] = []
    for ((index, way), reply) in zip(zip(indices, ways), renames) {
      let move = moves[index]
      let found = (move.found(looks.reply()), move.found(looks.reply()))
      moves[index].standing = move.standing(found, on: machine, isBack: isBack)
      var problem = WebError.nonsense
      switch reply {
      case .success where (isBack ? found.0 : found.1) == .other: strays.append(index)
      case .success: break
      case .failure(let error): problem = error
      }
      switch moves[index].standing {
      case .here(nil) where !isBack: moves[index].standing = .here(machine.error(way.from, problem))
      case .there(nil) where isBack:
        moves[index].standing = .there(machine.error(way.from, problem))
      default: break
      }
    }
    try giveBack(&moves, strays, isBack: isBack)
  }

  /// Renames files back that had got the names of others since these were looked at.
  private func giveBack(
    _ moves: inout [FarMove], _ strays: [Int], isBack: Bool
  ) throws(FileError) {
    guard !strays.isEmpty else { return }
    let ways = strays.map { moves[$0].way(isBack: isBack) }
    var replies = try machine.perform(
      ways.flatMap { [.rename($0.to, to: $0.from), .look($0.to)] }
    ).makeIterator()
    for (index, way) in zip(strays, ways) {
      _ = replies.reply()
      let (from, to) = (machine.address.typed(way.from), machine.address.typed(way.to))
      let isGone = moves[index].found(replies.reply()) == .nothing
      moves[index].standing = .neither(isGone ? .changed(from) : .kept(from, as: to))
    }
  }

  /// Removes files that were set aside, and looks whether they are gone; those that are not get their names back.
  mutating func remove(
    _ moves: inout [FarMove], where isMeant: (FarMove) -> Bool
  ) throws(FileError) {
    let indices = moves.indices.filter { isMeant(moves[$0]) }
    guard !indices.isEmpty else { return }
    var replies = try machine.perform(
      indices.flatMap { [.remove(moves[$0].target), .look(moves[$0].target)] }
    ).makeIterator()
    var left: [Int: FileError] = [:]
    for index in indices {
      let move = moves[index]
      var problem = WebError.nonsense
      if case .failure(let error) = replies.reply() { problem = error }
      switch move.found(replies.reply()) {
      case .nothing: moves[index].standing = .removed
      case .unknown(let error): moves[index].standing = .unknown(machine.error(move.target, error))
      case .planned, .other: left[move.index] = machine.error(move.step.source, problem)
      }
    }
    try rename(&moves, isBack: true) { left[$0.index] != nil }
    for index in indices where moves[index].standing == .here(nil) {
      moves[index].standing = .here(left[moves[index].index])
    }
  }

  // MARK: - Whether renaming is safe

  /// Two files of ours, to try on whether renaming overwrites.
  private func probes(in folder: FilePath) -> [FilePath] {
    ["a", "b"].map { folder.appending(FilePath(".flick-\(id)-probe.\($0)")) }
  }

  /// Removes files of ours that an interrupted run has left in some folders.
  func removeProbes(_ folders: [FilePath]) throws(FileError) {
    let probes = Set(folders).filter(machine.isValid).flatMap(probes)
    let left = zip(probes, try machine.perform(probes.map { .look($0) })).filter { _, reply in
      guard case .success(let entry) = reply.entry else { return false }
      return entry.kind == .file && entry.size == 0
    }
    if !left.isEmpty { _ = try machine.perform(left.map { .remove($0.0) }) }
  }

  /// In how many folders files of ours are made, at most, until that succeeds.
  private static let maxTries = 8

  /// Why nothing is renamed on a file system, if so. The protocol has it that renaming fails if the name is taken
  /// (draft-ietf-secsh-filexfer-02, 6.5), but some servers overwrite: that is tried once.
  ///
  /// - Parameter folders: Where; the first one counts in which files can be made.
  private mutating func refusal(
    on system: UInt64?, in folders: [FilePath]
  ) throws(FileError) -> FileError? {
    var problem: FileError?
    for folder in folders.prefix(Self.maxTries)
    where isSafe[system] == nil && untried[system] == nil {
      let probes = probes(in: folder)
      let made = zip(probes, try machine.perform(probes.map { .create($0) }))
      let own = made.filter { $0.1 == .success(.done) }.map(\.0)
      guard own == probes else {
        if case .failure(let error) = made.map(\.1).first(where: { $0 != .success(.done) }) {
          problem = machine.error(folder, error)
        }
        if !own.isEmpty { _ = try machine.perform(own.map { .remove($0) }) }
        continue
      }
      let replies = try machine.perform(
        [.rename(probes[0], to: probes[1]), .look(probes[0]), .look(probes[1])]
          + probes.map { .remove($0) })
      isSafe[system] =
        replies[0] != .success(.done)
        && replies[1...2].allSatisfy { if case .success = $0.entry { true } else { false } }
    }
    guard let isSafe = isSafe[system] else {
      let error = untried[system] ?? problem ?? machine.error(FilePath("/"), .nonsense)
      untried[system] = error
      return error
    }
    return isSafe
      ? nil
      : FileError(
        FilePath(machine.address.machineName), number: ENOTSUP,
        words: localized(
          "its server overwrites files when it renames others: nothing is moved there"))
  }
}

typealias FarReplies = IndexingIterator<[Result<FarReply, WebError>]>

extension FarReplies {
  /// The next one; there is one for each request.
  mutating func reply() -> Element { next() ?? .failure(.nonsense) }
}

extension Array where Element: Hashable {
  /// The first of equal values each, in their order.
  fileprivate var withoutRepetitions: [Element] {
    var known: Set<Element> = []
    return filter { known.insert($0).inserted }
  }
}
